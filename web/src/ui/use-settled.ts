import { useEffect, useState } from 'react'

const pause = 400

/** The last value that stayed unchanged for a while: what is typed, once typing pauses. */
export function useSettled<Value extends string | undefined>(value: Value, delay = pause): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, settled, delay])
  return settled
}
