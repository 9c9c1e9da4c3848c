import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { onTestFinished } from 'vitest'
import { SessionNotices, SessionProvider, useSession } from '#access/sessions/session-provider.tsx'
import { createApiClient } from '#platform/api-client.ts'
import { ApiProvider } from '#platform/api-context.tsx'
import { NoticesProvider } from '#platform/notices.tsx'
import { createQueryClient } from '#platform/query-client.ts'
import { parseSearch, stringifySearch } from '#platform/url-state.ts'
import { addBrowserParts } from '#testing/browser-parts.ts'
import { eventually } from '#testing/eventually.ts'
import { answerJson, type SeenRequest, startServer } from '#testing/local-server.ts'
import { userAs } from '#testing/people.ts'

/** A refusal by the server, with messages about single fields if there are any. */
export class Refusal {
  readonly status: number
  readonly message: string
  readonly fields: Record<string, string> | undefined

  constructor(status: number, message: string, fields?: Record<string, string>) {
    this.status = status
    this.message = message
    this.fields = fields
  }
}

/** The data of the response to a call such as `GET /purposes`, a `Refusal`, or a function that returns either. */
export type Replies = Readonly<Record<string, unknown>>

const nothingStored: Replies = Object.fromEntries(
  ['dealer-groups', 'dealerships', 'departments', 'purposes', 'delivery-methods', 'users'].map((list) => [
    `GET /${list}`,
    [],
  ]),
)

interface ScreenOptions {
  /** The signed-in user. */
  as?: SessionUser
  replies?: Replies
  /** Path and query of the screen. */
  at?: string
  /** The media queries that match. */
  media?: readonly string[]
}

/** Shows a part of a screen to a signed-in user, connected to a server with these replies. */
export async function openScreen(content: ReactNode, options: ScreenOptions = {}) {
  const { as = userAs('requester'), replies = {}, at = '/', media = [] } = options
  addBrowserParts({ media })
  globalThis.scrollTo = () => undefined
  Element.prototype.hasPointerCapture = () => false
  document.elementsFromPoint = () => []
  const known: Replies = { ...nothingStored, 'GET /auth/session': as, ...replies }
  const { address, seen } = await startServer((request, response) => {
    const { status, body } = answerTo(request, known)
    answerJson(response, status, body)
  })
  const history = createMemoryHistory({ initialEntries: [at] })
  const root = createRootRoute({ component: () => <SignedIn>{content}</SignedIn> })
  const routes = ['/', '$'].map((path) => createRoute({ getParentRoute: () => root, path }))
  const router = createRouter({ routeTree: root.addChildren(routes), history, parseSearch, stringifySearch })
  render(
    <ApiProvider value={createApiClient(address)}>
      <QueryClientProvider client={createQueryClient()}>
        <NoticesProvider>
          <SessionProvider>
            <RouterProvider router={router} />
            <SessionNotices />
          </SessionProvider>
        </NoticesProvider>
      </QueryClientProvider>
    </ApiProvider>,
  )
  onTestFinished(cleanup)
  await eventually(() => screen.getByTestId('content'))
  return {
    user: userEvent.setup(),
    history,
    /** The calls that change something, each with its body. */
    sent: () =>
      seen.filter(({ method }) => method !== 'GET').map(({ method, url, body }) => [`${method} ${url}`, body]),
    /** The URLs of the calls that read something. */
    read: () => seen.filter(({ method }) => method === 'GET').map(({ url }) => url),
  }
}

function SignedIn({ children }: { children: ReactNode }) {
  if (useSession().status !== 'signed-in') return null
  return (
    <div data-testid="content">
      <Suspense>{children}</Suspense>
    </div>
  )
}

function answerTo(request: SeenRequest, replies: Replies) {
  const [path = ''] = request.url.split('?')
  const call = `${request.method} ${path}`
  const reply = call in replies ? replies[call] : new Refusal(404, 'Not found')
  const data = typeof reply === 'function' ? reply(request) : reply
  if (!(data instanceof Refusal)) return { status: 200, body: { success: true, message: 'Done', data } }
  const { status, message, fields } = data
  return { status, body: { success: false, message, error: { code: 'REFUSED', ...(fields && { fields }) } } }
}

/**
 * Waits until a text is on the screen. Returns all matches, because a new notice briefly exists twice: displayed and
 * announced.
 */
export function untilShown(text: string | RegExp): Promise<HTMLElement[]> {
  return eventually(() => screen.getAllByText(text))
}

/** A text as it reads on the screen: with single ordinary spaces. */
export function spaced(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

/** The value shown next to a term of a description list. */
export function described(term: string): string {
  return spaced(screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent)
}

/** The texts of the cells of a table's rows. */
export function cellsOf(caption: string): string[][] {
  const [, ...rows] = within(screen.getByRole('table', { name: caption })).getAllByRole('row')
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => spaced(cell.textContent)),
  )
}

/** The options of a select. */
export function optionsOf(label: string): string[] {
  return within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => spaced(option.textContent))
}
