/** Which version this page is of, below every screen. */
export function Footer() {
  return (
    <footer className="text-[0.8125rem] text-ink-soft print:hidden">
      Check Requests {import.meta.env.VITE_VERSION}
    </footer>
  )
}
