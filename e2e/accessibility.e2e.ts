import { roles } from '../domain/src/access/roles.ts'
import { routes } from '../web/src/routes.tsx'
import { expectAccessible, expectAccessibleToo, expectRoom } from './support/checks.ts'
import { expectLoaded, openScreen } from './support/screens.ts'
import { test } from './support/test.ts'

const everyone = roles.map(({ name }) => name)

/** Screens that differ by role. The others are tested with their first role; a nightly run tests all. */
const differentByRole = ['/dashboard', '/check-requests/$id']
const isNightly = process.env.TEST_PROFILE === 'nightly'

// The tests are independent page loads, so they can run in parallel.
test.describe.configure({ mode: 'parallel' })

for (const { path, roles: [first = 'admin', ...others] = everyone } of routes) {
  test(`shows the screen ${path} accessibly and without truncated text to the ${first} role in both themes`, async ({
    page,
    request,
  }) => {
    await openScreen(page, request, path, first)
    await expectAccessible(page)
    await expectRoom(page)
  })

  for (const role of isNightly || differentByRole.includes(path) ? others : [])
    test(`shows the screen ${path} accessibly to the ${role} role in one theme`, async ({ page, request }) => {
      await openScreen(page, request, path, role)
      await expectAccessibleToo(page)
    })
}

for (const path of ['/login', '/unauthorized', '/nowhere'])
  test(`shows the screen ${path} accessibly to a visitor in both themes`, async ({ page }) => {
    await page.goto(path)
    await expectLoaded(page)
    await expectAccessible(page)
  })
