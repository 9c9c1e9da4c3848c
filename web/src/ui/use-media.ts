import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query such as `(width >= 64rem)` matches. Updates when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listen: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listen)
      return () => media.removeEventListener('change', listen)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
