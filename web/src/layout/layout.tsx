import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { CloudOff, Menu, Search, X } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { FreshProof } from '#access/second-factor/fresh-proof.tsx'
import { may } from '#access/sessions/permissions.ts'
import type { Person } from '#access/sessions/session-state.ts'
import { AvatarMark } from '#layout/avatar.tsx'
import { menuFor, type PaletteProps, useVisitor, type Visitor } from '#layout/offered-screens.ts'
import { Sidebar } from '#layout/sidebar.tsx'
import { ThemeSwitch } from '#layout/theme-switch.tsx'
import { paths } from '#paths.ts'
import { Brand } from '#platform/brand.tsx'
import { useUnreachableSince } from '#platform/load-failures.ts'
import { useNotices } from '#platform/notices.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { optional } from '#ui/optional.tsx'
import { MenuOpener } from '#ui/overlay/menu-opener.tsx'
import { isFocusInDialog } from '#ui/overlay/open-dialog.tsx'
import {
  commandKey,
  useCommandShortcut,
  useEarlyKeys,
  useSequenceShortcut,
  useShortcut,
  useSubmitShortcut,
} from '#ui/use-shortcut.ts'

const OwnAccountNotice = optional(
  async () => (await import('#people/confirmations/own-account-notice.tsx')).OwnAccountNotice,
)

// Loaded lazily, because most users don't need it.
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
            {/* A different role sees different data, so a role switch resets every screen. */}
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

/** The state of the overlay menu on small screens. Navigation and Escape close the menu. */
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

/** Focuses the new screen after navigation, so that keyboard and screen reader users start there. */
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

/** The page's version, shown below every screen. */
function Footer() {
  return (
    <footer className="text-[0.8125rem] text-ink-soft print:hidden">
      Check Requests {import.meta.env.VITE_VERSION}
    </footer>
  )
}

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** A banner on every screen while the server doesn't respond, with the age of the data shown. */
function UnreachableBanner() {
  const since = useUnreachableSince()
  return (
    <div role="status" className="sticky top-(--header-height) z-15 print:hidden">
      {since !== undefined && (
        <p className="mb-4 flex items-center gap-2.5 rounded-lg border border-yellow bg-yellow-soft px-4 py-2 text-yellow">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          Can’t reach the server. Retrying…{since > 0 && ` Data from ${timeFormat.format(since)}.`}
        </p>
      )}
    </div>
  )
}

/**
 * Shortcuts: `c` creates a request, `g` and a letter open a screen of the sidebar or the inbox, and Ctrl+Enter submits
 * a form.
 */
function useNavigationKeys(visitor: Visitor) {
  const navigate = useNavigate()
  const keyed = menuFor(visitor).flatMap(({ row }) => (row.key ? [[row.key, row.path] as const] : []))
  useSequenceShortcut(
    'g',
    Object.fromEntries([...keyed, ['i', paths.inbox] as const].map(([key, to]) => [key, () => void navigate({ to })])),
  )
  const creates = may(visitor, 'check-requests.create')
  useShortcut('c', () => void navigate({ to: paths.newCheckRequest }), creates)
  useSubmitShortcut()
}

const Bell = optional(async () => (await import('#notices/inbox/bell.tsx')).Bell)

interface HeaderProps {
  menuOpen: boolean
  onMenuToggle(): void
}

function Header({ menuOpen, onMenuToggle }: HeaderProps) {
  const Icon = menuOpen ? X : Menu
  return (
    <header className="sticky top-0 z-30 flex h-(--header-height) items-center gap-1 border-b border-line bg-surface px-1 max-sm:[&_button]:w-9 sm:gap-2 sm:px-4 print:hidden">
      <Button
        variant="ghost"
        size="icon"
        className="lg:hidden"
        aria-label={menuOpen ? 'Close menu' : 'Open menu'}
        aria-expanded={menuOpen}
        aria-controls="sidebar"
        onClick={onMenuToggle}
      >
        <Icon aria-hidden className="size-5" />
      </Button>
      <Link to={paths.dashboard} className="min-w-0 rounded-md px-1 py-1">
        <Brand />
      </Link>
      <div className="ms-auto flex items-center sm:gap-1">
        <PaletteButton />
        <div className="min-w-9">
          <Bell />
        </div>
        {/* On phones, the product's name needs the space. The theme can also be changed in My Settings. */}
        <div className="max-sm:hidden">
          <ThemeSwitch />
        </div>
        <AvatarButton />
      </div>
    </header>
  )
}

const loadMenu = () => import('#layout/avatar-menu.tsx')
const AvatarMenu = lazy(async () => ({ default: (await loadMenu()).AvatarMenu }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('#layout/shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** The button with the user's initials, which opens the user menu. Hover or focus preloads the menu. */
function AvatarButton() {
  const [asked, setAsked] = useState(false)
  const [helping, setHelping] = useState(false)
  useShortcut('?', () => setHelping(true))
  const button = (
    <MenuOpener variant="ghost" size="icon" load={loadMenu} onOpen={() => setAsked(true)}>
      <AvatarMark />
    </MenuOpener>
  )
  return (
    <>
      {asked ? (
        <Suspense fallback={button}>
          <AvatarMenu onShortcuts={() => setHelping(true)} />
        </Suspense>
      ) : (
        button
      )}
      {helping && (
        <Suspense>
          <ShortcutsDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </>
  )
}

const loadPalette = () => import('#layout/palette.tsx')
const preload = () => void loadPalette().catch(() => undefined)

const label = 'Go to a request, page, or action'
const quietFor = 3000

/** The button that opens the palette, also with Ctrl+K. The palette loads shortly after the screen. */
function PaletteButton() {
  const { Palette, opening, isReady, words, setWords, open, close, setReady } = useOpenings()
  const isLoading = opening > 0 && !Palette
  useCommandShortcut('k', open)
  useEarlyKeys(opening > 0 && !isReady, setWords, close)
  useEffect(() => {
    const timer = setTimeout(preload, quietFor)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        title={`${label} (${commandKey.sign}+K)`}
        aria-keyshortcuts={`${commandKey.name}+K`}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        {isLoading ? <Spinner /> : <Search aria-hidden className="size-4.5" />}
      </Button>
      {opening > 0 && Palette && (
        <Palette
          key={opening}
          label={label}
          words={words}
          onWordsChange={setWords}
          onReady={setReady}
          onClose={setReady}
        />
      )}
    </>
  )
}

/** Opens the palette with the text typed so far, including text typed before the palette has loaded. */
function useOpenings() {
  const notices = useNotices()
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  const [opening, setOpening] = useState(0)
  const [isReady, setReady] = useState(false)
  const [words, setWords] = useState('')

  function open() {
    if (opening > 0 && !Palette) return
    setOpening((before) => before + 1)
    setReady(false)
    setWords('')
    if (!Palette) loadPalette().then((loaded) => setPalette(() => loaded.Palette), fail)
  }

  function fail() {
    setOpening(0)
    notices.show({ title: 'Couldn’t open the palette', description: 'Try again in a moment.', destructive: true })
  }

  const close = () => setOpening(0)
  return { Palette, opening, isReady, words, setWords, open, close, setReady: () => setReady(true) }
}
