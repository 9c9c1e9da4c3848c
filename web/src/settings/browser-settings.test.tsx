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

test('uses the device’s theme until another theme is chosen', () => {
  render(<Appearance />)
  expect(radio('Same as device').checked).toBe(true)
})

test.each([
  ['Light', 'light'],
  ['Dark', 'dark'],
])('applies the theme %s to the page and stores it in the browser as “%s”', (label, theme) => {
  render(<Appearance />)
  fireEvent.click(radio(label))
  expect(document.documentElement.dataset.theme).toBe(theme)
  expect(localStorage.getItem('theme')).toBe(theme)
})

test('forgets the chosen theme when the device’s theme is selected', () => {
  localStorage.setItem('theme', 'dark')
  render(<Appearance />)
  expect(radio('Dark').checked).toBe(true)
  fireEvent.click(radio('Same as device'))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

test('uses the device’s theme if the stored theme is unknown', () => {
  localStorage.setItem('theme', 'sepia')
  render(<Appearance />)
  expect(radio('Same as device').checked).toBe(true)
})

test('turns keyboard shortcuts on by default', () => {
  render(<Shortcuts />)
  expect(box().checked).toBe(true)
})

test('turns keyboard shortcuts off and on again for this browser', () => {
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
