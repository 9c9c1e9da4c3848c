/** The link target of a bar or a figure. */
export interface ChartTarget {
  readonly to: string
  readonly search?: Record<string, string | number> | undefined
}

/** A series of figures, one for each row of a chart. */
export interface ChartSeries<Row> {
  readonly name: string
  /** The length of the bar; undefined for figures shown only in the table. */
  readonly value?: ((row: Row) => number) | undefined
  readonly text: (row: Row) => string
  /** Additional text for screen readers. */
  readonly remark?: ((row: Row) => string) | undefined
  /** The link to the rows behind the figure; undefined if there are no such rows. */
  readonly target?: ((row: Row) => ChartTarget | undefined) | undefined
  /** The style of the bars. Filled and outlined bars can be distinguished without colors. */
  readonly look?: 'filled' | 'outlined' | undefined
}

/** The data of a chart, shown as bars and as a table. */
export interface ChartData<Row> {
  /** The name of the chart and its table. */
  readonly caption: string
  /** The header of the table's first column. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly rowName: (row: Row) => string
  /** A shorter name for the axis. */
  readonly tick?: ((row: Row) => string) | undefined
  readonly series: readonly ChartSeries<Row>[]
  /** Formats a length for the axis: `$12K`. */
  readonly axisText: (value: number) => string
}

/** One bar. */
export interface ChartMark {
  readonly key: string
  /** The index of the bar's row, and the index of its series within the row. */
  readonly row: number
  readonly series: number
  readonly value: number
  readonly name: string
  readonly look: 'filled' | 'outlined'
  readonly target: ChartTarget | undefined
}

/** The bars of a chart, row by row. */
export function marksOf<Row>({ rows, rowKey, rowName, series }: ChartData<Row>): ChartMark[] {
  const drawn = series.filter(({ value }) => value)
  return rows.flatMap((row, index) =>
    drawn.map(({ name, value, text, remark, target, look = 'filled' }, place) => ({
      key: `${rowKey(row)} ${name}`,
      row: index,
      series: place,
      value: value?.(row) ?? 0,
      name: `${rowName(row)}: ${name} ${text(row)}${remark ? `, ${remark(row)}` : ''}`,
      look,
      target: target?.(row),
    })),
  )
}

/** The style of all chart axes. */
export const axisProps = {
  stroke: 'var(--line-strong)',
  tickStroke: 'var(--line-strong)',
  tickLength: 4,
} as const

export const tickLabel = {
  className: 'chart-tick',
  fontSize: 12,
  fontFamily: 'inherit',
  fill: 'var(--ink-soft)',
} as const

/** A value is an outlier if it is more than this many times the next smaller value. */
const far = 5

/** The maximum fraction of the values that can be outliers. One outlier is always possible. */
const mostBeyond = 1 / 3

/**
 * The largest value that isn't an outlier, where the axis is truncated so that the other values stay distinguishable;
 * undefined if there are no outliers.
 */
export function largestUsual(values: readonly number[]): number | undefined {
  const sorted = values.filter((value) => value > 0).toSorted((one, other) => other - one)
  for (let beyond = Math.max(1, Math.floor(sorted.length * mostBeyond)); beyond > 0; beyond -= 1) {
    const [smallestBeyond = 0, usual = 0] = sorted.slice(beyond - 1)
    if (usual > 0 && smallestBeyond > far * usual) return usual
  }
  return undefined
}

/**
 * The end of an axis for these values, and the length of each bar on it. A truncated bar extends beyond the scaled part
 * of the axis to its end.
 */
export function axisOf(values: readonly number[]) {
  const usual = largestUsual(values)
  const end = usual === undefined ? Math.max(1, ...values) : usual * 1.4
  return {
    end,
    hasScale: (value: number) => usual === undefined || value <= usual * 1.2,
    isCut: (value: number) => usual !== undefined && value > usual,
    drawn: (value: number) => Math.min(value, end),
  }
}
