import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  Banknote,
  Building2,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  CheckCheck,
  CirclePlay,
  ClipboardCheck,
  Eye,
  FileCheck,
  FilePlus2,
  Files,
  FileText,
  FileX2,
  HandCoins,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Printer,
  Repeat,
  Route,
  Scale,
  ScrollText,
  Send,
  Settings,
  Signature,
  Undo2,
  Users,
} from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { useOpenView } from '#check-requests/views/api.ts'
import { ViewLinks } from '#check-requests/views/view-links.tsx'
import { WaitingCount } from '#dashboard/needs-me.tsx'
import { type MenuEntry, menuFor, type Visitor } from '#layout/offered-screens.ts'
import { paths } from '#paths.ts'

interface SidebarProps {
  open: boolean
  visitor: Visitor
  onClose(): void
}

/** The role's screens, next to the content on wide screens and above it on small ones. */
export function Sidebar({ open, visitor, onClose }: SidebarProps) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const menu = nav.current
    if (!open || !menu) return
    menu.querySelector('a')?.focus()
    return () => {
      if (menu.contains(document.activeElement))
        document.querySelector<HTMLElement>('[aria-controls="sidebar"]')?.focus()
    }
  }, [open])
  return (
    <>
      {open && (
        <button
          type="button"
          aria-label="Close menu"
          className="fixed inset-0 top-(--header-height) z-25 bg-shade lg:hidden"
          onClick={onClose}
        />
      )}
      <nav
        id="sidebar"
        ref={nav}
        aria-label="Main"
        className={clsx(
          'top-(--header-height) z-25 h-[calc(100dvh-var(--header-height))] w-64 shrink-0 lg:max-xl:w-60 overflow-y-auto border-e border-line',
          'bg-surface p-3 lg:sticky lg:block print:hidden',
          open ? 'fixed start-0' : 'hidden',
        )}
      >
        <MenuList visitor={visitor} />
      </nav>
    </>
  )
}

/** The sidebar entries: first those of the specification, then the others below their headings (F2). */
function MenuList({ visitor }: { visitor: Visitor }) {
  const from = useLocation({ select: ({ state }) => state.from })
  const view = useOpenView()
  // If a saved view is open, marks the view instead of its list.
  const activeWhere = (lists: MenuEntry['lists']) => {
    const isMarkedBelow = view !== undefined && lists.includes(view.list)
    return { includeSearch: isMarkedBelow, exact: isMarkedBelow || from !== undefined }
  }
  return (
    <ul className="grid gap-0.5">
      {menuFor(visitor).map(({ row, text, lists }, at, menu) => (
        <Fragment key={row.path}>
          {row.under !== menu[at - 1]?.row.under && (
            <li className="px-3 pt-3 pb-0.5 text-[0.8125rem] font-semibold text-ink-soft">{row.under}</li>
          )}
          <li>
            <div className="relative">
              <Link
                to={row.path}
                title={row.key && `g then ${row.key}`}
                activeOptions={activeWhere(lists)}
                aria-current={from === row.path || undefined}
                className={clsx(
                  'flex min-h-9 items-center gap-3 rounded-md px-3 py-1.5 hover:bg-sunken pointer-coarse:min-h-11',
                  'aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent',
                )}
              >
                <MenuPicture path={row.path} />
                <span className={row.counts && 'me-8'}>{text}</span>
              </Link>
              {row.counts && <WaitingCount of={row.counts} />}
            </div>
            {lists.length > 0 && <ViewLinks name={text} lists={lists} open={view} />}
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

function MenuPicture({ path }: { path: string }) {
  const Picture = menuIcons[path]
  return Picture && <Picture aria-hidden className="size-4.5 shrink-0" />
}

/** Icons of the sidebar's entries, each with its own. */
export const menuIcons: Record<string, LucideIcon> = {
  [paths.dashboard]: LayoutDashboard,
  [paths.newCheckRequest]: FilePlus2,
  [paths.sendBack]: Undo2,
  [paths.reject]: FileX2,
  [paths.pending]: ClipboardCheck,
  [paths.processing]: CirclePlay,
  [paths.completed]: CheckCheck,
  [paths.checkRequests]: Files,
  [paths.users]: Users,
  [paths.dealerships]: Building2,
  [paths.departments]: Network,
  [paths.settings]: Settings,
  [paths.printChecks]: Printer,
  [paths.signChecks]: Signature,
  [paths.mailChecks]: Send,
  [paths.checks]: FileText,
  [paths.reports]: ChartColumn,
  [paths.bankAccounts]: Banknote,
  [paths.positivePay]: FileCheck,
  [paths.clearing]: Scale,
  [paths.recurring]: Repeat,
  [paths.approvals]: Route,
  [paths.payees]: HandCoins,
  [paths.journal]: CalendarDays,
  [paths.audit]: ScrollText,
  [paths.auditors]: Eye,
  [paths.jobs]: CalendarClock,
}
