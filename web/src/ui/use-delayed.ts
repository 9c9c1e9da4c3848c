import { useEffect, useState } from 'react'

/** Waits shorter than this show nothing: a flash of grey is worse than none. */
const patience = 300

/** True once `active` has lasted 300 ms without a break. */
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
