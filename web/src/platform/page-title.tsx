import { useEffect } from 'react'

const productName = 'Check Request App'

/** Names the browser tab. The last one on the page wins, so a screen can be more specific than its frame. */
export function PageTitle({ text }: { text?: string }) {
  useEffect(() => {
    document.title = text ? `${text} · ${productName}` : productName
  }, [text])
  return null
}
