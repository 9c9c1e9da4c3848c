/** Where a bar or a figure leads. */
export interface ChartTarget {
  readonly to: string
  readonly search?: Record<string, string | number> | undefined
}

/** One kind of figure of each row of a chart. */
export interface ChartSeries<Row> {
  readonly name: string
  /** The length of the bar; absent for figures that are in the table only. */
  readonly value?: ((row: Row) => number) | undefined
  readonly text: (row: Row) => string
  /** What else a screen reader says of the bar. */
  readonly remark?: ((row: Row) => string) | undefined
  /** The rows behind the figure; undefined where there are none. */
  readonly target?: ((row: Row) => ChartTarget | undefined) | undefined
  /** Filled bars and outlined ones can be told apart without colors. */
  readonly look?: 'filled' | 'outlined' | undefined
}

/** What a chart shows, as bars and as a table. */
export interface ChartData<Row> {
  /** Names the chart and its table. */
  readonly caption: string
  /** Header of the first column of the table. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly rowName: (row: Row) => string
  /** A shorter name for the axis. */
  readonly tick?: ((row: Row) => string) | undefined
  readonly series: readonly ChartSeries<Row>[]
  /** A length on the axis: `$12K`. */
  readonly axisText: (value: number) => string
}

/** One bar. */
export interface ChartMark {
  readonly key: string
  /** Place of its row from the start, and of its series within the row. */
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

/** How the axes of all charts look. */
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

/** A value is far beyond the others when it is more than this many times the next one. */
const far = 5

/** At most this part of the values, but always one, can be beyond the others. */
const mostBeyond = 1 / 3

/**
 * The largest value that is not far beyond the others, where an axis is cut so that the rest can be told apart;
 * undefined where no value is.
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
 * The end of an axis for these values, and how far a bar goes on it. A bar that is cut off goes to the end, beyond the
 * part of the axis that has a scale.
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
