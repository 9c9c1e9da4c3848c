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
