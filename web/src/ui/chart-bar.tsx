import { Link, type LinkProps } from '@tanstack/react-router'
import { Bar } from '@visx/shape'
import { clsx } from 'clsx'
import type { ChartMark } from '#ui/chart.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface ChartBarProps {
  mark: ChartMark
  box: Box
  /** The bar is longer than it is drawn. */
  isCut: boolean
  /** The place that leads to the rows: the bar and the room beyond its end. */
  area: Box
  linkProps: { tabIndex: number; onFocus(): void } | undefined
}

/** One bar of a chart, which leads to the rows behind it. */
export function ChartBar({ mark, box, isCut, area, linkProps }: ChartBarProps) {
  const drawing = (
    <>
      <title>{mark.name}</title>
      <rect {...area} className="fill-transparent" />
      {mark.value > 0 && (
        <Bar {...box} data-cut={isCut || undefined} className={clsx('chart-bar', `chart-bar-${mark.look}`)} />
      )}
      {isCut && <Gap {...box} />}
    </>
  )
  if (!mark.target) return <g aria-hidden>{drawing}</g>
  return (
    <Link {...(mark.target as LinkProps)} {...linkProps} aria-label={mark.name} className="chart-link">
      {drawing}
    </Link>
  )
}

/** Shows that a bar goes on: it is torn through near its end, across its length. */
function Gap({ x, y, width, height }: Box) {
  const isUpright = height > width
  const middle = isUpright ? y + 16 : x + width - 16
  const points = [-3, 3].map((shift) =>
    isUpright
      ? [
          [x - 2, middle + shift + 3],
          [x + width + 2, middle + shift - 3],
        ]
      : [
          [middle + shift - 3, y + height + 2],
          [middle + shift + 3, y - 2],
        ],
  )
  const [first = [], last = []] = points
  return (
    <polygon
      className="fill-surface"
      points={[...first, ...last.toReversed()].map((point) => point.join()).join(' ')}
    />
  )
}
