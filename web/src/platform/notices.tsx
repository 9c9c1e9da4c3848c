import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

export interface NoticeAction {
  label: string
  run(): void
}

export interface Notice {
  title: string
  description?: string | undefined
  /** Something failed. */
  destructive?: boolean | undefined
  /** What can be done about it, such as View or Undo. */
  actions?: readonly NoticeAction[] | undefined
}

export interface Notices {
  /** Shows a notice, replacing the current one. */
  show(notice: Notice): void
  dismiss(): void
}

const ActionsContext = createContext<Notices | undefined>(undefined)
const ShownContext = createContext<(Notice & { id: number }) | undefined>(undefined)

/** Holds the one notice of the page. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Notice & { id: number }>()
  const notices = useMemo<Notices>(
    () => ({
      show: (notice) => setShown((before) => ({ ...notice, id: (before?.id ?? 0) + 1 })),
      dismiss: () => setShown(undefined),
    }),
    [],
  )
  return (
    <ActionsContext value={notices}>
      <ShownContext value={shown}>{children}</ShownContext>
    </ActionsContext>
  )
}

export function useNotices(): Notices {
  const notices = useContext(ActionsContext)
  if (!notices) throw new Error('No NoticesProvider around this component')
  return notices
}

/** The notice on the screen, and how to dismiss it. */
export function useShownNotice() {
  return { notice: useContext(ShownContext), dismiss: useNotices().dismiss }
}
