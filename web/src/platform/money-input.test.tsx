import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { MoneySuggestInput } from '#check-requests/form/request-form-payment.tsx'
import { MoneyInput } from '#platform/money-input.tsx'

function Both() {
  const [amount, setAmount] = useState('')
  const [suggested, setSuggested] = useState('')
  return (
    <>
      <MoneyInput value={amount} onChange={setAmount} />
      <output>{amount}</output>
      <MoneySuggestInput value={suggested} onChange={setSuggested} suggestions={[]} about="Earlier amounts" />
      <output>{suggested}</output>
    </>
  )
}

test.each([
  ['1234.5', '1234.50', '$1,234.50'],
  ['$1,234,567.8', '1234567.80', '$1,234,567.80'],
  [' 12 ', '12.00', '$12.00'],
  ['1234,50', '1234,50', '1234,50'],
  ['1.234,56', '1.234,56', '1.234,56'],
  ['1,5', '1,5', '1,5'],
  ['1e3', '1e3', '1e3'],
  ['-5', '-5', '-5'],
  ['1.234', '1.234', '1.234'],
  ['a-0.019', 'a-0.019', 'a-0.019'],
])('reads the typed or pasted amount %j as %j, and shows %j (F17)', async (text, value, shown) => {
  for (const how of ['type', 'paste'] as const) {
    const person = userEvent.setup()
    const { unmount } = render(<Both />)
    for (const [index, field] of screen.getAllByPlaceholderText('$0.00').entries()) {
      await person.click(field)
      await (how === 'type' ? person.keyboard(text) : person.paste(text))
      expect(field).toHaveProperty('value', text)
      await person.tab()
      expect(field).toHaveProperty('value', shown)
      expect(screen.getAllByRole('status').filter(({ tagName }) => tagName === 'OUTPUT')[index]?.textContent).toBe(
        value,
      )
    }
    unmount()
  }
})
