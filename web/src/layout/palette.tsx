import { findRole } from '@check-requests/domain/access/roles.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useNavigate } from '@tanstack/react-router'
import {
  CornerDownRight,
  FilePlus2,
  FileText,
  HandCoins,
  Keyboard,
  KeyRound,
  LogOut,
  Palette as Look,
  type LucideIcon,
  UserRound,
} from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson, useSessionActions } from '#access/sessions/session-provider.tsx'
import { useJumpTargets } from '#check-requests/list/jump-targets.ts'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { isOffered, type PaletteProps, titleFor, useVisitor, type Visitor } from '#layout/offered-screens.ts'
import { ShortcutsDialog } from '#layout/shortcuts-dialog.tsx'
import { menuIcons } from '#layout/sidebar.tsx'
import { checkRequestPath, paths, payeePath } from '#paths.ts'
import { usePayeeTargets } from '#payees/payee-jump-targets.ts'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { type Theme, themes, useTheme } from '#platform/interface-settings.ts'
import { type OfferedAct, useOfferedActs } from '#platform/offered-acts.ts'
import type { RouteRow } from '#route-row.ts'
import { routes } from '#routes.tsx'
import { type Command, type CommandGroup, CommandPalette } from '#ui/overlay/command-palette.tsx'

/** A screen in the palette. */
interface PageEntry {
  readonly row: RouteRow
  readonly text: string
}

/** An action of the palette. */
type ActionEntry = { readonly text: string } & (
  | { readonly does: 'new-request' | 'change-password' | 'shortcuts' | 'log-out' }
  | { readonly does: 'switch-role'; readonly roleId: number }
  | { readonly does: 'change-theme'; readonly theme: Theme }
)

/**
 * The screens that this user can open, except screens that need a request and screens that the palette offers as
 * actions.
 */
export function pagesFor(visitor: Visitor): PageEntry[] {
  const isPage = (row: RouteRow) => row.menu !== undefined && row.path !== paths.newCheckRequest
  return routes
    .filter((row) => isPage(row) && isOffered(row, visitor))
    .map((row) => ({ row, text: titleFor(row, visitor) }))
}

const themeTexts: Record<Theme, string> = {
  system: 'Use System Theme',
  light: 'Use Light Theme',
  dark: 'Use Dark Theme',
}

/** The user's actions available anywhere, in their current role and theme. */
export function actionsFor(
  visitor: Visitor & { roleId: number; all_roles: readonly number[] },
  theme: Theme,
): ActionEntry[] {
  const creates = may(visitor, 'check-requests.create')
  const others = visitor.all_roles.filter((id) => id !== visitor.roleId).flatMap((id) => findRole(id) ?? [])
  return [
    ...(creates ? [{ text: 'New Request', does: 'new-request' } as const] : []),
    ...others.map(({ id, label }) => ({ text: `Switch Role to ${label}`, does: 'switch-role', roleId: id }) as const),
    ...themes
      .filter((other) => other !== theme)
      .map((other) => ({ text: themeTexts[other], does: 'change-theme', theme: other }) as const),
    { text: 'Change Password', does: 'change-password' },
    { text: 'Keyboard Shortcuts', does: 'shortcuts' },
    { text: 'Log Out', does: 'log-out' },
  ]
}

/** True if the text contains all typed words, in any order. */
export function fits(text: string, typed: string): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
}

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('#access/sessions/change-password-dialog.tsx')).ChangePasswordDialog,
}))

const icons: Record<ActionEntry['does'], LucideIcon> = {
  'new-request': FilePlus2,
  'switch-role': UserRound,
  'change-theme': Look,
  'change-password': KeyRound,
  shortcuts: Keyboard,
  'log-out': LogOut,
}

const hints: Partial<Record<ActionEntry['does'], string>> = { 'new-request': 'c', shortcuts: '?' }

/** Finds requests, pages, and actions as the user types. The chosen entry runs after the palette has closed. */
export function Palette({ label, words, onWordsChange, onReady, onClose }: PaletteProps) {
  const [open, setOpen] = useState(true)
  const [follows, setFollows] = useState<'change-password' | 'shortcuts'>()
  const chosen = useRef<Command>(undefined)
  const { groups, searching } = useGroups(words, setFollows)
  function close() {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <CommandPalette
        open={open}
        onOpenChange={(next) => !next && close()}
        // Waits until the focus has returned to its previous place.
        onClosed={() => requestAnimationFrame(() => chosen.current?.perform())}
        label={label}
        words={words}
        onWordsChange={onWordsChange}
        onReady={onReady}
        groups={groups}
        searching={searching}
        onChoose={(command) => {
          chosen.current = command
          close()
        }}
      />
      {follows === 'shortcuts' && <ShortcutsDialog onClose={() => setFollows(undefined)} />}
      {follows === 'change-password' && (
        <Suspense>
          <ChangePasswordDialog open onOpenChange={() => setFollows(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The matching entries. Requests come last, because they load later and must not move the entries above them. */
function useGroups(words: string, follow: (dialog: 'change-password' | 'shortcuts') => void) {
  const person = useVisitor(usePerson())
  const [theme, chooseTheme] = useTheme()
  const { switchRole, logOut } = useSessionActions()
  const navigate = useNavigate()
  const { requests, searching } = useJumpTargets(words)
  const payees = usePayeeTargets(words, isOfferedPayees(person))
  const goTo = (to: string) => void navigate({ to })

  function perform(action: ActionEntry) {
    if (action.does === 'new-request') goTo(paths.newCheckRequest)
    else if (action.does === 'switch-role') void switchRole(action.roleId)
    else if (action.does === 'change-theme') chooseTheme(action.theme)
    else if (action.does === 'log-out') void logOut()
    else follow(action.does)
  }

  const groups: CommandGroup[] = [
    {
      value: 'This Request',
      items: useOfferedActs()
        .filter(({ text }) => fits(text, words))
        .map(offeredCommand),
    },
    {
      value: 'Pages',
      items: pagesFor(person)
        .filter(({ text }) => fits(text, words))
        .map((page) => pageCommand(page, goTo)),
    },
    {
      value: 'Actions',
      items: actionsFor(person, theme)
        .filter(({ text }) => fits(text, words))
        .map((action) => actionCommand(action, perform)),
    },
    { value: 'Requests', items: requests.map((request) => requestCommand(request, goTo)) },
    { value: 'Payees', items: payees.map((payee) => payeeCommand(payee, goTo)) },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), searching }
}

function offeredCommand({ text, key, icon: Icon = CornerDownRight, perform }: OfferedAct): Command {
  return {
    value: `this: ${text}`,
    label: text,
    icon: <Icon className="size-4.5" />,
    detail: key && <Hint keys={key} />,
    perform,
  }
}

function pageCommand({ row, text }: PageEntry, goTo: (path: string) => void): Command {
  const Icon = menuIcons[row.path] ?? FileText
  return {
    value: row.path,
    label: text,
    icon: <Icon className="size-4.5" />,
    detail: row.key && <Hint keys={`g ${row.key}`} />,
    perform: () => goTo(row.path),
  }
}

function actionCommand(action: ActionEntry, perform: (action: ActionEntry) => void): Command {
  const Icon = icons[action.does]
  return {
    value: action.text,
    label: action.text,
    icon: <Icon className="size-4.5" />,
    detail: hints[action.does] && <Hint keys={hints[action.does]} />,
    perform: () => perform(action),
  }
}

function requestCommand(request: ListedRequest, goTo: (path: string) => void): Command {
  return {
    value: request.request_number,
    label: `${request.request_number} ${formatDollars(request.amount)} to ${markHidden(request.payee_name_1)}`,
    icon: <FileText className="size-4.5" />,
    detail: (
      <span className="flex items-center gap-2">
        <span className="text-xs text-ink-soft tabular-nums max-sm:hidden">{dayOf(request.request_date)}</span>
        <StatusBadge status={request.status_name} />
      </span>
    ),
    perform: () => goTo(checkRequestPath(request.id)),
  }
}

function payeeCommand({ id, name, state }: PayeeReply, goTo: (path: string) => void): Command {
  return {
    value: `payee ${id}`,
    label: markHidden(name),
    icon: <HandCoins className="size-4.5" />,
    detail: <PayeeStateBadge state={state} />,
    perform: () => goTo(payeePath(id)),
  }
}

function isOfferedPayees(visitor: Visitor): boolean {
  return routes.some((row) => row.path === paths.payees && isOffered(row, visitor))
}

/** The day on which a request was created, in the user's time zone. */
function dayOf(moment: string): string {
  return formatDate(localToday(new Date(moment)))
}

// A decorative hint that isn't part of the entry's accessible name.
function Hint({ keys }: { keys: string | undefined }) {
  return (
    <span
      aria-hidden
      data-keys={keys}
      className="text-xs text-ink-soft before:content-[attr(data-keys)] pointer-coarse:hidden"
    />
  )
}
