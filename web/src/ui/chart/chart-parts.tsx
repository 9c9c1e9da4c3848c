import { Link, type LinkProps } from '@tanstack/react-router'
import { Bar } from '@visx/shape'
import { clsx } from 'clsx'
import { type KeyboardEvent, useState } from 'react'
import type { ChartData, ChartMark } from '#ui/chart/chart.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface ChartBarProps {
  mark: ChartMark
  box: Box
  /** True if the bar is truncated. */
  isCut: boolean
  /** The clickable area: the bar and the space beyond its end. */
  area: Box
  linkProps: { tabIndex: number; onFocus(): void } | undefined
}

/** A bar of a chart, linked to the rows behind it. */
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

/** Marks a truncated bar with a tear near its end. */
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

/** The legend: the meaning of the bars, and which bars are truncated. */
export function ChartNote<Row>({ data, cut }: { data: ChartData<Row>; cut: readonly ChartMark[] }) {
  const drawn = data.series.filter(({ value }) => value)
  return (
    <figcaption className="mt-1 grid gap-1 text-[0.8125rem] text-ink-soft">
      {drawn.length > 1 && (
        <span className="flex flex-wrap gap-x-4">
          {drawn.map(({ name, look = 'filled' }) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden className={clsx('chart-key', `chart-key-${look}`)} />
              {name}
            </span>
          ))}
        </span>
      )}
      {cut.length > 0 && (
        <span role="note">
          Broken scale: {cut.length === 1 ? 'the bar with a gap is' : 'the bars with a gap are'} far longer than drawn.{' '}
          {cut.map(({ name }) => name).join('; ')}.
        </span>
      )}
    </figcaption>
  )
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
const ends: Record<string, number> = { Home: 0, End: -1 }

/**
 * Makes many links a single tab stop. The arrow keys, Home, and End move between the links. `count`: the number of
 * links.
 */
export function useArrowKeys(count: number) {
  const [current, setCurrent] = useState(0)
  const stop = Math.min(current, count - 1)
  function onKeyDown(event: KeyboardEvent<Element>) {
    const links = [...event.currentTarget.querySelectorAll('a')]
    const step = steps[event.key]
    const end = ends[event.key]
    const next = step === undefined ? end !== undefined && links.at(end) : links[stop + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return {
    onKeyDown,
    /** The properties of the link with this index. */
    linkProps: (index: number) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => setCurrent(index) }),
  }
}
