/**
 * Runs in the page before its own scripts. Records the user's last action, the longest task, and the longest
 * interaction (as INP counts it), and waits for expected content.
 */
export interface PageWatch {
  longestTask: number
  longestInteraction: number
  /**
   * Milliseconds from the user's last action until an element matches and is painted, or undefined if that never
   * happens.
   */
  until(selector: string, differsFrom?: string): Promise<number | undefined>
  /** Milliseconds until a plain table of these texts is painted, which shows how fast the machine currently is. */
  paintPlain(cells: readonly (readonly string[])[]): Promise<number>
  /** The texts of the table's rows. */
  cells(): string[][]
  /** The content of the table. */
  rows(): string
}

declare global {
  interface Window {
    watch: PageWatch
  }
}

export function watchPage(): void {
  const longestWait = 5000
  let acted = 0
  const note = ({ timeStamp }: Event) => {
    acted = timeStamp
  }
  for (const type of ['click', 'keydown']) addEventListener(type, note, { capture: true })
  const rows = () => document.querySelector('tbody')?.textContent ?? ''
  const isThere = (selector: string, differsFrom?: string) =>
    document.querySelector(selector) !== null && (differsFrom === undefined || rows() !== differsFrom)
  const cells = () =>
    [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].map((row) =>
      [...row.cells].map(({ textContent }) => textContent),
    )
  const paintPlain = (rows: readonly (readonly string[])[]) =>
    new Promise<number>((resolve) => {
      const begin = performance.now()
      const table = document.createElement('table')
      for (const texts of rows) {
        const row = table.insertRow()
        for (const text of texts) {
          const span = document.createElement('span')
          span.append(text)
          row.insertCell().append(span)
        }
      }
      document.body.prepend(table)
      requestAnimationFrame(() =>
        setTimeout(() => {
          resolve(performance.now() - begin)
          table.remove()
        }),
      )
    })
  window.watch = {
    longestTask: 0,
    longestInteraction: 0,
    rows,
    cells,
    paintPlain,
    until: (selector, differsFrom) =>
      new Promise((resolve) => {
        const giveUp = performance.now() + longestWait
        const look = () => {
          if (performance.now() > giveUp) return resolve(undefined)
          if (!isThere(selector, differsFrom)) return void requestAnimationFrame(look)
          // The content is painted in the next frame.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - acted)))
        }
        look()
      }),
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      window.watch.longestTask = Math.max(window.watch.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0)
        window.watch.longestInteraction = Math.max(window.watch.longestInteraction, entry.duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
