import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile, { type Cell } from 'write-excel-file/node'
import type { Sheet, SheetCell, SheetColumn } from './exports.ts'

const { name, columns }: Sheet = workerData
const rows: Cell[][] = [columns.map(({ header }) => ({ value: header, type: String, fontWeight: 'bold' }))]

parentPort?.on('message', async (message: readonly (readonly SheetCell[])[] | 'that is all') => {
  if (message !== 'that is all') {
    for (const row of message) rows.push(columns.map((column, index) => cellOf(column, row[index] ?? null)))
    return
  }
  const widths = columns.map(({ width }) => ({ width }))
  const file = await writeExcelFile(rows, { sheet: name, columns: widths, stickyRowsCount: 1 }).toBuffer()
  parentPort?.postMessage(file)
})

function cellOf({ kind }: SheetColumn, value: SheetCell): Cell {
  if (value === null) return null
  if (kind === 'money') return { value: Number(value), type: Number, format: '#,##0.00' }
  if (kind === 'count') return { value: Number(value), type: Number, format: '0' }
  if (kind === 'date') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'mmm d, yyyy' }
  return { value: String(value), type: String }
}
