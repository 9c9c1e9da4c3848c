import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { axisOf, axisProps, type ChartData, marksOf, tickLabel } from '#ui/chart/chart.ts'
import { ChartBar, ChartNote, useArrowKeys } from '#ui/chart/chart-parts.tsx'
import { useWidth } from '#ui/use-sizes.ts'

const rowHeight = 30
const axisHeight = 28
const inner = { top: 4, right: 28, left: 148 }

/** A chart with a horizontal bar for each row, such as each status. */
export function BarChart<Row>(data: ChartData<Row>) {
  const { rows, rowName, axisText, caption } = data
  const { width, measure } = useWidth()
  const marks = marksOf(data)
  const axis = axisOf(marks.map(({ value }) => value))
  const links = marks.filter(({ target }) => target)
  const { onKeyDown, linkProps } = useArrowKeys(links.length)
  const bottom = inner.top + rows.length * rowHeight
  const end = Math.max(inner.left, width - inner.right)
  const down = scaleBand({ domain: rows.map((_, index) => index), range: [inner.top, bottom], padding: 0.35 })
  const across = scaleLinear({ domain: [0, axis.end], range: [inner.left, end] })
  return (
    <figure ref={measure} className="min-w-0">
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: only an SVG element can group parts of a drawing.
        <svg role="group" aria-label={caption} width={width} height={bottom + axisHeight} onKeyDown={onKeyDown}>
          <AxisBottom
            {...axisProps}
            scale={across}
            top={bottom}
            tickValues={across.ticks(width > 480 ? 4 : 2).filter(axis.hasScale)}
            tickFormat={(value) => axisText(Number(value))}
            tickLabelProps={{ ...tickLabel, textAnchor: 'middle', dy: 4 }}
          />
          {marks.map((mark) => {
            const row = { y: down(mark.row) ?? 0, height: down.bandwidth() }
            return (
              <ChartBar
                key={mark.key}
                mark={mark}
                isCut={axis.isCut(mark.value)}
                box={{ ...row, x: inner.left, width: Math.max(0, across(axis.drawn(mark.value)) - inner.left) }}
                area={{ ...row, x: inner.left, width: end - inner.left }}
                linkProps={mark.target && linkProps(links.indexOf(mark))}
              />
            )
          })}
          <AxisLeft
            {...axisProps}
            scale={down}
            left={inner.left}
            tickFormat={(index) => {
              const row = rows[index]
              return row ? rowName(row) : ''
            }}
            tickLabelProps={{ ...tickLabel, textAnchor: 'end', dx: -4, dy: 4 }}
          />
        </svg>
      )}
      <ChartNote data={data} cut={marks.filter(({ value }) => axis.isCut(value))} />
    </figure>
  )
}
