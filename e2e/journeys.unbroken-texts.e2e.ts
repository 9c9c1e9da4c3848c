import { expect } from '@playwright/test'
import { addDealership, addDepartment, addUser, ownWord, superAdmin } from './support/administration.ts'
import { apiAs } from './support/api.ts'
import { addPayee, addPayeeGroup } from './support/payees.ts'
import { move, raise } from './support/requests.ts'
import { signIn } from './support/session.ts'
import { test } from './support/test.ts'

/** An unbreakable text at the field's maximum length, up to 400 letters. */
const unbroken = (letters: number) => `${ownWord()}${'W'.repeat(letters)}`.slice(0, letters)

const widths = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

test('keeps every page within its window when any field contains 400 unbroken letters', async ({ page, request }) => {
  test.slow()
  const { group, admin, adds, requester, approver } = await addPayeeGroup(request, { needed: 'no' })
  const root = await apiAs(request, superAdmin)
  const dealership = await addDealership(root, group.id, unbroken(200))
  const department = await addDepartment(root, dealership, unbroken(200))
  const place = { dealership_id: dealership.id, department_id: department.id }
  const named = { first_name: unbroken(200), last_name: unbroken(200), title: unbroken(200) }
  await addUser(root, { ...named, dealer_group_id: group.id })
  const payee = await addPayee(admin, group, unbroken(200), { address: unbroken(400), note: unbroken(400) })
  const raises = await apiAs(request, requester)
  const texts = {
    payee_name_1: unbroken(200),
    payee_name_2: unbroken(200),
    notes: unbroken(400),
    memo_line: unbroken(200),
    mailing_address: unbroken(400),
    po_purchase_no: unbroken(200),
    invoice_number: unbroken(200),
  }
  const raised = await raise(raises, { ...texts, ...place })
  await raises.call('POST', `/check-requests/${raised.id}/comments`, { text: unbroken(400) })
  await raises.call('POST', `/check-requests/${raised.id}/comments`, { text: `${'_'.repeat(400)}` })
  const back = await raise(raises, { ...texts, ...place })
  const decides = await apiAs(request, approver)
  await move(decides, back, 9, { note: unbroken(400) })
  await raises.call('POST', '/views', {
    list: 'all',
    name: unbroken(60),
    query: 'search=W',
    layout: null,
    shared: false,
  })

  const screens = {
    [requester]: ['/dashboard', '/inbox', '/check-requests', '/check-requests-sendback', '/my-settings'],
    [approver]: ['/dashboard', '/check-requests-pending', `/check-requests/${raised.id}`, `/check-requests/${back.id}`],
    [adds]: ['/admin-users', '/admin-dealerships', '/admin-departments', '/admin-payees', `/admin-payees/${payee.id}`],
  }
  const paths = [...Object.entries(screens), [adds, ['/admin-audit', '/admin-approvals', '/settings']] as const]
  for (const [email, own] of paths) {
    await signIn(page.context(), email)
    for (const path of own) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      for (const size of widths) {
        await page.setViewportSize(size)
        const message = `${path} at ${size.width} pixels`
        await expect.poll(() => page.evaluate(widestBeyond), { message }).toBeUndefined()
      }
    }
  }
})

/** How much wider the page is than its window, and the first element that is too wide; undefined if the page fits. */
function widestBeyond(): string | undefined {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return undefined
  const isBeyond = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
  const beyond = [...document.querySelectorAll('main *')].filter(isBeyond)
  const shown = beyond.slice(0, 4).map((element) => `${element.tagName}.${element.className}`.slice(0, 90))
  return `${scrollWidth - clientWidth} too wide: ${shown.join(' > ')}`
}
