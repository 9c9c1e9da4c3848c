import { roles } from '../domain/src/access/roles.ts'
import { routes } from '../web/src/routes.tsx'
import { expectAccessible, expectAccessibleToo } from './support/checks.ts'
import { expectLoaded, openScreen } from './support/screens.ts'
import { test } from './support/test.ts'

const everybody = roles.map(({ name }) => name)

// Many loads of a page, each independent of the others.
test.describe.configure({ mode: 'parallel' })

for (const { path, roles = everybody } of routes)
  for (const [index, role] of roles.entries())
    test(`${path} of the ${role} is accessible at every width in ${index ? 'one theme' : 'both themes'}`, async ({
      page,
      request,
    }) => {
      await openScreen(page, request, path, role)
      await (index ? expectAccessibleToo(page) : expectAccessible(page))
    })

for (const path of ['/login', '/unauthorized', '/nowhere'])
  test(`${path} of a visitor is accessible at every width in both themes`, async ({ page }) => {
    await page.goto(path)
    await expectLoaded(page)
    await expectAccessible(page)
  })
