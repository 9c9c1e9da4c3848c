import { execFileSync } from 'node:child_process'
import type { CheckFile } from '@check-requests/domain/checks/front.ts'
import { clearBelow, layoutOf } from '@check-requests/domain/checks/layouts.ts'
import { describe, expect, test } from 'vitest'
import { fileWith, rightEdges } from '../testing/checks-on-paper.ts'
import { CheckPapers } from './documents/papers.ts'

const dots = 600
const perPoint = dots / 72
const papers = new CheckPapers()

/** The first page as gray pixels, rendered by pdftoppm. */
async function rasterOf(file: CheckFile) {
  const input = await papers.checks(file, 1)
  const output = execFileSync('pdftoppm', ['-r', String(dots), '-gray', '-f', '1', '-l', '1'], {
    input,
    maxBuffer: 100_000_000,
  })
  const [head = '', width = '', height = ''] = /^P5\s(\d+) (\d+)\s255\s/.exec(output.toString('latin1', 0, 40)) ?? []
  const [across, down] = [Number(width), Number(height)]
  const pixels = output.subarray(head.length)
  return { across, down, isInk: (x: number, y: number) => (pixels[y * across + x] ?? 255) < 250 }
}

/** The columns with ink between two heights of the sheet, in points. */
function inkedColumns({ across, isInk }: Awaited<ReturnType<typeof rasterOf>>, from: number, to: number): number[] {
  const [first, last] = [Math.ceil(from * perPoint), Math.floor(to * perPoint)]
  const columns: number[] = []
  for (let x = 0; x < across; x += 1)
    for (let y = first; y < last; y += 1)
      if (isInk(x, y)) {
        columns.push(x)
        break
      }
  return columns
}

const long = {
  payees: ['The Extraordinarily Long Named Automotive Reconditioning Company', 'Bank of the Pacific Northwest'],
  addressLines: ['1500 Industrial Way, Building 7, gjpqy', 'Tacoma, WA 98421 gjpqy'],
  memo: 'A memo with letters that reach down, gjpqy, and that goes on until its line is full',
  signers: ['Peggy Yg', 'Gregory Jp'],
  amount: 9_999_999_999,
}

describe('checks rendered at 600 dpi', () => {
  test.each<[string, Parameters<typeof fileWith>[0]]>([
    ['with a MICR line', { face: long }],
    ['with a MICR line in the demo', { face: long, mark: 'void' }],
    ['without a MICR line', { face: long, stock: { micr: null } }],
    ['without a MICR line in the demo', { face: long, stock: { micr: null }, mark: 'void' }],
    ['a copy', { face: long, mark: 'copy' }],
    ['on pre-printed paper', { face: long, stock: { paper: 'pre-printed' } }],
    ['at the bottom', { face: long, stock: { layout: 'bottom' } }],
  ])('prints nothing but the MICR line in the clear band of a check %s', async (_name, changes) => {
    const file = fileWith(changes)
    const raster = await rasterOf(file)
    expect([raster.across, raster.down]).toEqual([8.5 * dots, 11 * dots])
    const hasLine = file.stock.micr !== null && file.stock.paper === 'blank' && file.mark !== 'copy'
    const top = layoutOf(file.stock.layout).checks[0] ?? 0
    // The print band of the line is from 3/16 to 7/16 inch above the lower edge.
    expect(inkedColumns(raster, top + clearBelow(hasLine), top + 252 - 31.5)).toEqual([])
    expect(inkedColumns(raster, top + 252 - 13.5, top + 252)).toEqual([])
    const inBand = inkedColumns(raster, top + 252 - 31.5, top + 252 - 13.5)
    const boxes = rightEdges.map((right) => [(8.5 - right - 0.091) * dots - 1, (8.5 - right) * dots + 1] as const)
    const outside = inBand.filter((x) => !boxes.some(([left, right]) => x >= left && x <= right))
    expect(outside).toEqual([])
    expect(inBand.length > 0).toBe(hasLine)
  })

  test('aligns the MICR symbols with the right end of the line and with the baseline', async () => {
    const raster = await rasterOf(fileWith())
    const band = inkedColumns(raster, 252 - 31.5, 252 - 13.5)
    for (const right of rightEdges) {
      const edge = (8.5 - right) * dots
      const last = Math.max(...band.filter((x) => x < edge + 0.02 * dots))
      expect(Math.abs(last + 1 - edge) / dots).toBeLessThan(0.0035)
    }
    const lowest = [...Array(raster.down).keys()].filter(
      (y) => y < 252 * perPoint && band.some((x) => raster.isInk(x, y)),
    )
    expect(3.5 - (Math.max(...lowest) + 1) / dots).toBeCloseTo(0.254, 2)
  })
})
