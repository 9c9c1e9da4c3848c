import { expect, type Locator, type Page } from '@playwright/test'

const paletteLabel = 'Go to a request, page, or action'

/** The palette over the page. */
export function palette(page: Page): Locator {
  return page.getByRole('dialog', { name: paletteLabel })
}

/** The text field. */
export function paletteField(page: Page): Locator {
  return palette(page).getByRole('combobox', { name: paletteLabel })
}

/** The matches. */
export function paletteOptions(page: Page): Locator {
  return palette(page).getByRole('option')
}

/** The button in the header. */
export function paletteButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: paletteLabel })
}

/** Opens the palette by keyboard once there is a screen. */
export async function openPalette(page: Page): Promise<void> {
  await expect(paletteButton(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteField(page)).toBeFocused()
}
