import { expect } from '@playwright/test'
import { checkLooks } from './support/checks.ts'
import { openRequest } from './support/request-detail.ts'
import { raiseAt } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('explains on a tap why an action isn’t available, and hides the reason on a tap elsewhere', async ({
  page,
  request,
}) => {
  const raised = await raiseAt(request, 3)
  await signIn(page.context(), 'requester@lakeside.example')
  await openRequest(page, raised)
  const sentence = 'A request can be deleted only while it is Request. This request is Approved now.'
  const remove = page.getByRole('button', { name: 'Delete' })
  const reason = page.getByRole('status').filter({ hasText: sentence })
  await expect(remove).toHaveAccessibleDescription(sentence)
  await expect(reason).toBeHidden()
  await remove.tap({ force: true })
  await expect(reason).toBeInViewport({ ratio: 1 })
  const [button, text] = [await remove.boundingBox(), await reason.boundingBox()]
  expect(Math.abs((text?.y ?? 0) - ((button?.y ?? 0) + (button?.height ?? 0)))).toBeLessThan(12)
  await checkLooks(page, 'check-request-reason')
  await page.getByRole('heading', { level: 1 }).tap()
  await expect(reason).toBeHidden()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
