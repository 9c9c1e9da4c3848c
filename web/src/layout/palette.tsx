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
  Settings2,
  UserRound,
} from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { usePerson, useSessionActions } from '#access/sessions/session-provider.tsx'
import { useJumpTargets } from '#check-requests/list/jump-targets.ts'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { isOffered, type PaletteProps, useVisitor, type Visitor } from '#layout/offered-screens.ts'
import {
  type ActionEntry,
  actionsFor,
  bestOf,
  type PageEntry,
  pagesFor,
  type SettingEntry,
  settingsFor,
  typedPagesFor,
  withWords,
} from '#layout/palette-entries.ts'
import { ShortcutsDialog } from '#layout/shortcuts-dialog.tsx'
import { menuIcons } from '#layout/sidebar.tsx'
import { checkRequestPath, paths, payeePath } from '#paths.ts'
import { usePayeeTargets } from '#payees/payee-jump-targets.ts'
import { PayeeStateBadge } from '#payees/payee-state-badge.tsx'
import { useTheme } from '#platform/interface-settings.ts'
import { type OfferedAct, useOfferedActs } from '#platform/offered-acts.ts'
import { routes } from '#routes.tsx'
import { type Command, type CommandGroup, CommandPalette } from '#ui/overlay/command-palette.tsx'

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

  const isTyped = words.trim() !== ''
  const rankedGroups: (RankedGroup | undefined)[] = [
    rankedGroup('This Request', bestOf(useOfferedActs().map(withoutWords), words), offeredCommand),
    rankedGroup('Pages', bestOf(isTyped ? typedPagesFor(person) : pagesFor(person), words), (page) =>
      pageCommand(page, goTo),
    ),
    rankedGroup('Actions', bestOf(actionsFor(person, theme).map(withWords), words), (action) =>
      actionCommand(action, perform),
    ),
    rankedGroup('Settings', isTyped ? bestOf(settingsFor(person), words) : [], (setting) =>
      settingCommand(setting, (to: string, search: Record<string, string>) => void navigate({ to, search })),
    ),
  ]
  const groups: CommandGroup[] = [
    ...rankedGroups.filter((group) => group !== undefined).sort((one, other) => one.rank - other.rank),
    { value: 'Requests', items: requests.map((request) => requestCommand(request, goTo)) },
    { value: 'Payees', items: payees.map((payee) => payeeCommand(payee, goTo)) },
  ]
  return { groups: groups.filter(({ items }) => items.length > 0), searching }
}

interface RankedGroup extends CommandGroup {
  /** The rank of its best entry. */
  readonly rank: number
}

/** A group with its entries, best first; undefined if there are none. The group with the best entry comes first. */
function rankedGroup<Entry>(
  value: string,
  found: readonly { readonly entry: Entry; readonly rank: number }[],
  commandOf: (entry: Entry) => Command,
): RankedGroup | undefined {
  const [best] = found
  return best && { value, rank: best.rank, items: found.map(({ entry }) => commandOf(entry)) }
}

function withoutWords(act: OfferedAct): OfferedAct & { readonly words: string } {
  return { ...act, words: '' }
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

function settingCommand(
  { row, text }: SettingEntry,
  goTo: (path: string, search: Record<string, string>) => void,
): Command {
  const path = row.screen === 'settings' ? paths.settings : paths.mySettings
  return {
    value: `setting ${row.key}`,
    label: text,
    icon: <Settings2 className="size-4.5" />,
    detail: (
      <span className="text-xs text-ink-soft max-sm:hidden">
        {row.screen === 'settings' ? 'Settings' : 'My Settings'}
      </span>
    ),
    perform: () => goTo(path, { show: row.key }),
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
