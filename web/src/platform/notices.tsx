import * as Toast from '@radix-ui/react-toast'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'

export interface NoticeAction {
  label: string
  run(): void
}

export interface Notice {
  title: string
  description?: string | undefined
  /** True if the notice is about a failure. */
  destructive?: boolean | undefined
  /** An action such as View or Undo. */
  actions?: readonly NoticeAction[] | undefined
}

export interface Notices {
  /** Shows a notice, replacing the current one. */
  show(notice: Notice): void
  dismiss(): void
}

const ActionsContext = createContext<Notices | undefined>(undefined)
const ShownContext = createContext<(Notice & { id: number }) | undefined>(undefined)

/** Provides the page's single notice. */
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

/** The notice on the screen, and a function that dismisses it. */
export function useShownNotice() {
  return { notice: useContext(ShownContext), dismiss: useNotices().dismiss }
}

/** How long a notice stays, in milliseconds: in the app, and on the login screen (R241). */
const appDuration = 5000
const loginDuration = 1_000_000
const swipeThreshold = 50

/**
 * The area where the notice appears. F8 moves the focus to the notice. Hovering over or focusing the notice pauses its
 * timer.
 */
export function NoticeArea({ login }: { login: boolean }) {
  const { notice, dismiss } = useShownNotice()
  return (
    <Toast.Provider duration={login ? loginDuration : appDuration} swipeThreshold={swipeThreshold}>
      {notice && (
        <Toast.Root
          key={notice.id}
          open
          onOpenChange={(open) => !open && dismiss()}
          className={clsx(
            'relative grid gap-2 rounded-lg border bg-raised p-4 pe-12 shadow-popup',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:opacity-0',
            notice.destructive ? 'border-danger' : 'border-line',
          )}
        >
          <div className="grid gap-0.5">
            <Toast.Title className={clsx('font-semibold', notice.destructive && 'text-danger')}>
              {notice.title}
            </Toast.Title>
            {notice.description && (
              <Toast.Description className="wrap-anywhere">{notice.description}</Toast.Description>
            )}
          </div>
          {notice.actions && notice.actions.length > 0 && (
            <div className="flex gap-2">
              {notice.actions.map(({ label, run }) => (
                <Toast.Action
                  key={label}
                  altText={label}
                  className={buttonClass('secondary', 'sm', 'justify-self-start')}
                  onClick={run}
                >
                  {label}
                </Toast.Action>
              ))}
            </div>
          )}
          <Toast.Close aria-label="Close" className={buttonClass('ghost', 'icon', 'absolute top-1.5 right-1.5')}>
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      {/* On phones, notices appear at the top, away from form buttons, or at the bottom if an input is at the top. */}
      <Toast.Viewport
        className={clsx(
          'fixed end-0 top-0 z-60 w-full max-w-md p-4 outline-hidden sm:top-auto sm:bottom-0',
          'in-[body:has([data-upper-edge])]:top-auto in-[body:has([data-upper-edge])]:bottom-0',
        )}
      />
    </Toast.Provider>
  )
}
