import { expect, type Locator, type Page } from '@playwright/test'
import { signIn } from './session.ts'

/** Opens a check's page as this user. */
export async function openCheck(
  page: Page,
  email: string,
  { id, number }: { id: number; number: number },
): Promise<void> {
  await signIn(page.context(), email)
  await page.goto(`/checks/${id}`)
  await expect(page.getByRole('heading', { name: `Check ${number}`, level: 1 })).toBeVisible()
}

/** Draws a line across the field with the mouse. */
export async function signWithMouse(page: Page, dialog: Locator): Promise<void> {
  const field = dialog.getByRole('img', { name: /^Not signed: sign here/ })
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (!box) throw new Error('The field isn’t shown')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.1, 0.7))
  await page.mouse.down()
  for (const [x, y] of [
    [0.2, 0.2],
    [0.3, 0.8],
    [0.45, 0.3],
    [0.6, 0.7],
    [0.9, 0.5],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 6 })
  await page.mouse.up()
  await expect(dialog.getByRole('img', { name: 'Signed', exact: true })).toBeVisible()
}
