import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A column of figures, each with a bar if it has a length; several bars in a row are drawn one below the other. */
export interface Series<Row> {
  name: string
  /** The length of the bar, in the unit of the chart. */
  value?: ((row: Row) => number) | undefined
  /** The figure beside the bar. */
  text(row: Row): ReactNode
  /** Class for the bar's color. */
  color?: string | undefined
}

interface BarTableProps<Row> {
  /** Names the table for screen readers. */
  caption: string
  /** Header of the first column. */
  label: string
  rows: readonly Row[]
  rowKey(row: Row): string | number
  rowLabel(row: Row): ReactNode
  series: readonly Series<Row>[]
}

/** A chart as a table: each figure is next to its bar, so that nobody has to estimate lengths or tell colors apart. */
export function BarTable<Row>({ caption, label, rows, rowKey, rowLabel, series }: BarTableProps<Row>) {
  const barsOf = (row: Row) =>
    series.flatMap(({ name, value, color }) => (value ? { name, length: value(row), color } : []))
  const longest = Math.max(1, ...rows.flatMap((row) => barsOf(row).map(({ length }) => length)))
  const hasLegend = series.filter(({ value }) => value).length > 1
  return (
    <table className="w-full border-collapse text-[0.8125rem]">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="py-1 pe-3 text-start font-medium whitespace-nowrap">
            {label}
          </th>
          <td aria-hidden className="w-full" />
          {series.map(({ name, color }) => (
            <th key={name} scope="col" className="py-1 ps-3 text-end font-medium whitespace-nowrap">
              {hasLegend && <span aria-hidden className={clsx('me-1.5 inline-block size-2 rounded-full', color)} />}
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-t border-line">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal whitespace-nowrap">
              {rowLabel(row)}
            </th>
            <td aria-hidden>
              <span className="grid gap-0.5">
                {barsOf(row).map(({ name, length, color }) => (
                  <Bar key={name} share={length / longest} color={color} />
                ))}
              </span>
            </td>
            {series.map(({ name, text }) => (
              <td key={name} className="py-1.5 ps-3 text-end whitespace-nowrap">
                {text(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bar({ share, color }: { share: number; color: string | undefined }) {
  if (share === 0) return <span className="h-1.5" />
  return <span className={clsx('h-1.5 min-w-0.5 rounded-full', color)} style={{ width: `${share * 100}%` }} />
}
