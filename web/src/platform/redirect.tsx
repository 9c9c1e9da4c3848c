import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Navigates to another screen once, replacing the current history entry. The router's own component navigates on every
 * render, which never ends while the next screen is loading, and may already read the next screen's state.
 */
export function Redirect({ to, state = {} }: { to: string; state?: HistoryState }) {
  const router = useRouter()
  const gone = useRef(false)
  useEffect(() => {
    if (gone.current) return
    gone.current = true
    void router.navigate({ href: to, replace: true, state: state as never })
  })
  return null
}
