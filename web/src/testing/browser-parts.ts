import { onTestFinished } from 'vitest'

/** An observer of sizes or positions that has nothing to report, because jsdom has no layout. */
class QuietObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

/** A media query of a wide screen with a mouse: only these queries match. */
function mediaMatching(queries: readonly string[]) {
  return (media: string): MediaQueryList =>
    Object.assign(new EventTarget(), {
      media,
      matches: queries.includes(media),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
}

/** The width of every element, in pixels: enough for all columns of a table. */
const width = 4000

/** Adds the parts of a browser that jsdom lacks and screens need, until the test ends. */
export function addBrowserParts({ media = [] }: { media?: readonly string[] } = {}): void {
  const before = Object.getOwnPropertyDescriptor(Element.prototype, 'clientWidth')
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => width })
  onTestFinished(() => {
    if (before) Object.defineProperty(Element.prototype, 'clientWidth', before)
  })
  Object.assign(globalThis, {
    matchMedia: mediaMatching(media),
    ResizeObserver: QuietObserver,
    IntersectionObserver: QuietObserver,
  })
  Element.prototype.scrollIntoView = () => undefined
}
