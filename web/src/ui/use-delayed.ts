import { useEffect, useState } from 'react'

/** Shorter waits show nothing: a flash of gray is worse. */
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
