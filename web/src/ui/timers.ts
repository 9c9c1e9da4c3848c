import { useEffect, useState } from 'react'

const minute = 60_000

/** The current time, updated every minute, for texts about elapsed time on an idle page. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * How long to wait before a placeholder appears, in milliseconds. For shorter waits, a flash of gray would be worse
 * than nothing.
 */
const patience = 300

/** True once `active` has been true for 300 ms without a break. */
export function useDelayed(active: boolean, delay = patience): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLate(true), delay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active, delay])
  return active && late
}

const pause = 400

/** The last value that stayed unchanged for a while, such as a text after typing has paused. */
export function useSettled<Value extends string | undefined>(value: Value, delay = pause): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, settled, delay])
  return settled
}
