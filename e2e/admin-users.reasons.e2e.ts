import { expect } from '@playwright/test'
import { addUser, findDealership, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { checkLooks } from './support/checks.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('explains on a phone why an account can’t be deleted and why some of its fields are read-only', async ({
  page,
  request,
}) => {
  const api = await apiAs(request, superAdmin)
  const { id } = await findDealership(api, 'TOY')
  const access = { role_ids: [1], primary_role: 1, access_level: 2, dealership_ids: [id] }
  const { email } = await addUser(api, access)
  await signIn(page.context(), email)
  await page.goto('/admin-users')
  const remove = page.getByRole('button', { name: `Delete ${email}` })
  // A forced tap doesn't wait for the list to stop moving, so it may miss on a busy machine.
  await expect(async () => {
    await remove.scrollIntoViewIfNeeded()
    await remove.tap({ force: true })
    await expect(page.getByRole('status').filter({ hasText: 'You can’t delete your own account.' })).toBeInViewport({
      timeout: 2000,
    })
  }).toPass()
  await checkLooks(page, 'admin-users-reason')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: `Edit ${email}` }).tap()
  const own = page.getByRole('dialog', { name: 'Update User' })
  await expect(own.getByLabel('Email')).toHaveAccessibleDescription('The email address can’t be changed.')
  await expect(own.getByText('The email address can’t be changed.')).toBeVisible()
  await expect(own.getByText('You can’t change your own rights.')).toBeVisible()
  await own.getByRole('button', { name: 'Cancel' }).tap()
  await page.getByRole('button', { name: 'Add User' }).tap()
  const added = page.getByRole('dialog', { name: 'Add New User' })
  await expect(added.getByRole('group', { name: 'Access Level' })).toHaveAccessibleDescription(
    'You can’t give wider access than your own.',
  )
})
