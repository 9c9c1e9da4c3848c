import { roles } from '../domain/src/access/roles.ts'
import { routes } from '../web/src/routes.tsx'
import { expectRoom } from './support/checks.ts'
import { openScreen } from './support/screens.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'parallel' })

for (const { path, roles: [role = 'admin'] = roles.map(({ name }) => name) } of routes)
  test(`fits the texts and controls of the screen ${path} on a desktop and a phone for the ${role} role`, async ({
    page,
    request,
  }) => {
    await openScreen(page, request, path, role)
    await expectRoom(page)
  })
