import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { axisOf, axisProps, type ChartData, marksOf, tickLabel } from '#ui/chart/chart.ts'
import { ChartBar, ChartNote, useArrowKeys } from '#ui/chart/chart-parts.tsx'
import { useWidth } from '#ui/use-sizes.ts'

const height = 320
const inner = { top: 12, right: 12, bottom: height - 28, left: 52 }
const roomPerTick = 64

/** A chart with columns side by side for each row, such as each week. */
export function ColumnChart<Row>(data: ChartData<Row>) {
  const { rows, tick = data.rowName, axisText, caption } = data
  const { width, measure } = useWidth()
  const marks = marksOf(data)
  const axis = axisOf(marks.map(({ value }) => value))
  const links = marks.filter(({ target }) => target)
  const { onKeyDown, linkProps } = useArrowKeys(links.length)
  const across = scaleBand({
    domain: rows.map((_, index) => index),
    range: [inner.left, Math.max(inner.left, width - inner.right)],
    padding: 0.2,
  })
  const within = scaleBand({
    domain: data.series.filter(({ value }) => value).map((_, index) => index),
    range: [0, across.bandwidth()],
    padding: 0.1,
  })
  const up = scaleLinear({ domain: [0, axis.end], range: [inner.bottom, inner.top] })
  const every = Math.max(1, Math.ceil(rows.length / Math.max(1, Math.floor((width - inner.left) / roomPerTick))))
  const ticks = rows.map((_, index) => index).filter((index) => (rows.length - 1 - index) % every === 0)
  return (
    <figure ref={measure} className="min-w-0">
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: only an SVG element can group parts of a drawing.
        <svg role="group" aria-label={caption} width={width} height={height} onKeyDown={onKeyDown}>
          <AxisLeft
            {...axisProps}
            scale={up}
            left={inner.left}
            tickValues={up.ticks(4).filter(axis.hasScale)}
            tickFormat={(value) => axisText(Number(value))}
            tickLabelProps={{ ...tickLabel, textAnchor: 'end', dx: -4, dy: 4 }}
          />
          {marks.map((mark) => {
            const x = (across(mark.row) ?? 0) + (within(mark.series) ?? 0)
            const top = up(axis.drawn(mark.value))
            const column = { x, width: within.bandwidth() }
            return (
              <ChartBar
                key={mark.key}
                mark={mark}
                isCut={axis.isCut(mark.value)}
                box={{ ...column, y: top, height: Math.max(0, inner.bottom - top) }}
                area={{ ...column, y: inner.top, height: inner.bottom - inner.top }}
                linkProps={mark.target && linkProps(links.indexOf(mark))}
              />
            )
          })}
          <AxisBottom
            {...axisProps}
            scale={across}
            top={inner.bottom}
            tickValues={ticks}
            tickFormat={(index) => {
              const row = rows[index]
              return row ? tick(row) : ''
            }}
            tickLabelProps={{ ...tickLabel, textAnchor: 'middle', dy: 4 }}
          />
        </svg>
      )}
      <ChartNote data={data} cut={marks.filter(({ value }) => axis.isCut(value))} />
    </figure>
  )
}
