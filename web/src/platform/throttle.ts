/** Runs `callback` at once and then at most once per `interval` milliseconds; the last call always takes effect. */
export function throttle(callback: () => void, interval: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  function rest() {
    timer = undefined
    if (again) run()
  }
  function run() {
    again = false
    timer = setTimeout(rest, interval)
    callback()
  }
  return () => {
    if (timer) again = true
    else run()
  }
}
