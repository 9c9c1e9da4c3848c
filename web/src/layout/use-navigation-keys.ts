import { useNavigate } from '@tanstack/react-router'
import { menuFor, type Visitor } from '#layout/offered-screens.ts'
import { paths } from '#paths.ts'
import { may } from '#sessions/may.ts'
import { useSequenceShortcut, useShortcut, useSubmitShortcut } from '#ui/use-shortcut.ts'

/** `c` raises a request, `g` and a letter open a screen of the sidebar or the inbox, and Ctrl+Enter submits a form. */
export function useNavigationKeys(visitor: Visitor) {
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
