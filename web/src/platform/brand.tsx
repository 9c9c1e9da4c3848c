import { useEffect } from 'react'

/** The logo and name of the product. */
export function Brand() {
  return (
    <span className="flex items-center gap-1.5 text-base font-semibold max-[25rem]:text-sm sm:gap-2.5">
      <span className="brand size-6 sm:size-7" />
      <span className="truncate">Check Request App</span>
    </span>
  )
}

const productName = 'Check Request App'

/**
 * Sets the title of the browser tab. The last `PageTitle` on the page wins, so a screen's title replaces the frame's
 * title.
 */
export function PageTitle({ text }: { text?: string }) {
  useEffect(() => {
    document.title = text ? `${text} · ${productName}` : productName
  }, [text])
  return null
}
