import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Appearance, Shortcuts } from '#settings/browser-settings.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Use keyboard shortcuts' })

test('follows the device until a theme is chosen', () => {
  render(<Appearance />)
  expect(radio('As this device is set').checked).toBe(true)
})

test.each([
  ['Light', 'light'],
  ['Dark', 'dark'],
])('applies the theme %s to the page and keeps it in the browser', (label, theme) => {
  render(<Appearance />)
  fireEvent.click(radio(label))
  expect(document.documentElement.dataset.theme).toBe(theme)
  expect(localStorage.getItem('theme')).toBe(theme)
})

test('forgets the theme when the device decides again', () => {
  localStorage.setItem('theme', 'dark')
  render(<Appearance />)
  expect(radio('Dark').checked).toBe(true)
  fireEvent.click(radio('As this device is set'))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

test('treats an unknown stored theme as that of the device', () => {
  localStorage.setItem('theme', 'sepia')
  render(<Appearance />)
  expect(radio('As this device is set').checked).toBe(true)
})

test('uses keyboard shortcuts unless they are turned off', () => {
  render(<Shortcuts />)
  expect(box().checked).toBe(true)
})

test('turns keyboard shortcuts off for this browser, and on again', () => {
  render(<Shortcuts />)
  fireEvent.click(box())
  expect(localStorage.getItem('shortcuts')).toBe('off')
  expect(box().checked).toBe(false)
  fireEvent.click(box())
  expect(localStorage.getItem('shortcuts')).toBeNull()
})

test('shows that shortcuts were turned off earlier', () => {
  localStorage.setItem('shortcuts', 'off')
  render(<Shortcuts />)
  expect(box().checked).toBe(false)
})
