/** Which version this page is of, below every screen. */
export function Footer() {
  return (
    <footer className="mx-auto w-full max-w-[100rem] px-4 pb-4 text-[0.8125rem] text-ink-soft sm:px-5 2xl:px-8 print:hidden">
      Check Requests {import.meta.env.VITE_VERSION}
    </footer>
  )
}
