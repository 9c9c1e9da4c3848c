import { expect, type Page } from '@playwright/test'
import { noticeOf } from './support/notices.ts'
import { openPalette, palette, paletteButton, paletteField, paletteOptions } from './support/palette.ts'
import { scriptWith } from './support/scripts.ts'
import { logIn } from './support/session.ts'
import { test } from './support/test.ts'

const requester = 'requester@lakeside.example'

/** Delays the palette's code until the returned function is called. */
async function holdPalette(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(scriptWith('layout/palette.tsx'), async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('keeps letters typed before the palette has loaded, without triggering shortcuts', async ({ page }) => {
  const release = await holdPalette(page)
  await logIn(page, requester)
  await page.getByRole('main').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteButton(page)).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.type('check rejx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('e')
  await expect(palette(page)).toHaveCount(0)
  release()
  await expect(paletteField(page)).toBeFocused()
  await expect(paletteField(page)).toHaveValue('check reje')
  await expect(paletteOptions(page)).toHaveText(['Rejected Checks'])
  await page.keyboard.type('c')
  await expect(paletteField(page)).toHaveValue('check rejec')
  await expect(page).toHaveURL('/dashboard')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/check-requests-reject')
})

test('cancels the palette by Escape while it loads, and restores the shortcuts', async ({ page }) => {
  const release = await holdPalette(page)
  await logIn(page, requester)
  await page.getByRole('main').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('rej')
  await page.keyboard.press('Escape')
  await expect(paletteButton(page)).toHaveAttribute('aria-busy', 'false')
  release()
  await page.keyboard.press('c')
  await expect(page).toHaveURL('/check-request-new')
  await openPalette(page)
  await expect(paletteField(page)).toHaveValue('')
})

test('reports that the palette can’t be loaded, and loads it on the next attempt', async ({ page, errors }) => {
  errors.allow(/net::ERR_FAILED/)
  await page.route(scriptWith('layout/palette.tsx'), (route) => route.abort())
  await logIn(page, requester)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(noticeOf(page, 'Couldn’t open the palette')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.unroute(scriptWith('layout/palette.tsx'))
  await openPalette(page)
})
