import { useCallback, useState } from 'react'

/** The width in pixels of the element with the ref `measure`; 0 until measured. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { width, measure }
}
