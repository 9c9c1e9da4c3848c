import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  notFound,
  Outlet,
  type RouteComponent,
  RouterProvider,
  redirect,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionNotices, SessionProvider } from '#access/sessions/session-provider.tsx'
import { DraftsProvider } from '#check-requests/drafts/drafts-provider.tsx'
import { createApiClient } from '#platform/api-client.ts'
import { ApiProvider } from '#platform/api-context.tsx'
import { NoticesProvider } from '#platform/notices.tsx'
import { createQueryClient } from '#platform/query-client.ts'
import { registerServiceWorker } from '#platform/trusted-workers.ts'
import '#styles.css'
import { paths } from '#paths.ts'
import { lazyScreen, ScreenNotLoaded } from '#platform/lazy-screen.ts'
import { parseSearch, stringifySearch } from '#platform/url-state.ts'
import type { RouteRow } from '#route-row.ts'
import { routes } from '#routes.tsx'
import { LoginScreen } from '#screens/login.tsx'
import { NotFoundScreen } from '#screens/not-found.tsx'
import { ErrorMessage, ErrorPage } from '#ui/feedback/message-page.tsx'
import { SpinnerPage } from '#ui/feedback/spinner.tsx'

// By default Zod compiles schemas with `new Function`, which the page's security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's row, for the guard and the page title. */
    row?: RouteRow
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen })

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true })
  },
})

/** A screen for users who may not be logged in. */
function openTo(path: string, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component })
}

const decideScreen = lazyScreen(() => import('#screens/decide.tsx'), 'DecideScreen')

const openScreens = [
  openTo(paths.login, LoginScreen),
  openTo(
    paths.setUp,
    lazyScreen(() => import('#screens/set-up.tsx'), 'SetUpScreen'),
  ),
  openTo(
    paths.choosePassword,
    lazyScreen(() => import('#screens/choose-password.tsx'), 'ChoosePasswordScreen'),
  ),
  openTo(
    paths.takeBack,
    lazyScreen(() => import('#screens/take-back.tsx'), 'TakeBackScreen'),
  ),
  openTo(paths.decide, decideScreen),
  openTo(`${paths.decide}/$link`, decideScreen),
  openTo(
    paths.unauthorized,
    lazyScreen(() => import('#screens/unauthorized.tsx'), 'UnauthorizedScreen'),
  ),
]

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyScreen(() => import('#layout/frame.tsx'), 'Frame'),
})

/** Whether this part of a URL is a valid id. */
function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text)
}

const screens = routes.map((row) =>
  createRoute({
    getParentRoute: () => signedIn,
    path: row.path,
    component: row.screen,
    staticData: { row },
    beforeLoad: ({ params }) => {
      if ('id' in params && !isId(String(params.id))) throw notFound()
    },
  }),
)

/** The router for the rows of `routes.tsx`. */
function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, ...openScreens, signedIn.addChildren(screens)]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // The storage key is never the URL, because a URL can contain a search.
    getScrollRestorationKey: ({ state }) => state.__TSR_key ?? 'first',
    defaultPreload: 'intent',
    defaultPendingComponent: SpinnerPage,
    defaultPendingMs: 300,
    defaultErrorComponent: ScreenError,
  })
}

/** Shown in place of a screen that crashed or failed to load. */
function ScreenError({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof ScreenNotLoaded)) return <ErrorPage />
  return (
    <ErrorMessage
      title="Couldn’t load this screen"
      text="The server can’t be reached. Screens that are already loaded still work."
      button="Retry"
      onClick={() => {
        error.forget()
        reset()
      }}
    />
  )
}

// At the end, because the router needs the routes above.
const api = createApiClient()
const queries = createQueryClient()
const router = createAppRouter()

registerServiceWorker()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <NoticesProvider>
          <SessionProvider>
            <DraftsProvider>
              <CSPProvider disableStyleElements>
                <RouterProvider router={router} />
              </CSPProvider>
            </DraftsProvider>
            <SessionNotices />
          </SessionProvider>
        </NoticesProvider>
      </QueryClientProvider>
    </ApiProvider>
  </StrictMode>,
)
