import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Footer } from '#layout/footer.tsx'
import { Header } from '#layout/header.tsx'
import { Sidebar } from '#layout/sidebar.tsx'
import { UnreachableBanner } from '#layout/unreachable-banner.tsx'
import { useNavigationKeys } from '#layout/use-navigation-keys.ts'
import { useVisitor } from '#layout/use-visitor.ts'
import { FreshProof } from '#second-factor/fresh-proof.tsx'
import type { Person } from '#sessions/session-state.ts'
import { isFocusInDialog } from '#ui/focused-dialog.ts'
import { optional } from '#ui/optional.tsx'

const OwnAccountNotice = optional(async () => (await import('#confirmations/own-account-notice.tsx')).OwnAccountNotice)

// Most people have none.
const StandingNotes = optional(async () => (await import('#layout/standing-notes.tsx')).StandingNotes)

/** The frame of every screen behind the login: header, sidebar and main area (R039). */
export function Layout({ person, children }: { person: Person; children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useMenuOpen()
  const main = useFocusOnArrival()
  const visitor = useVisitor(person)
  useNavigationKeys(visitor)
  return (
    <>
      <a
        href="#main"
        className="fixed start-4 top-2 z-60 -translate-y-16 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Header menuOpen={menuOpen} onMenuToggle={() => setMenuOpen(!menuOpen)} />
      <div className="flex">
        <Sidebar open={menuOpen} visitor={visitor} onClose={() => setMenuOpen(false)} />
        <div className="mx-auto flex min-w-0 max-w-[100rem] flex-1 flex-col gap-5 px-4 py-5 lg:px-3 2xl:px-8 print:p-0">
          <main id="main" ref={main} tabIndex={-1} inert={menuOpen} className="flex-1 outline-hidden">
            <UnreachableBanner />
            {(person.password_reminder || person.second_factor_demand || person.audits) && (
              <StandingNotes person={person} />
            )}
            <OwnAccountNotice />
            {/* Another role sees other data: every screen is reset. */}
            <div key={`${person.id}:${person.role}`} className="grid gap-5">
              {children}
            </div>
          </main>
          <Footer />
        </div>
      </div>
      <FreshProof />
    </>
  )
}

/** The overlay menu of small screens: closed by navigation and by Escape. */
function useMenuOpen() {
  const { href } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === href
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpenAt(undefined)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [open])
  return [open, (next: boolean) => setOpenAt(next ? href : undefined)] as const
}

/** Focuses the new screen after navigation, so that the keyboard and screen readers start there. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (!isFocusInDialog()) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
