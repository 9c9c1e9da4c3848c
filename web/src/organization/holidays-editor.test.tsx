import { federalHolidays, type Holiday } from '@check-requests/domain/organization/calendar.ts'
import { mostHolidays } from '@check-requests/domain/organization/local-settings.ts'
import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { HolidaysEditor, noHoliday } from '#organization/holidays-editor.tsx'
import { openScreen, optionsOf, spaced } from '#testing/open-screen.tsx'

const today = localToday(new Date())
const year = Number(today.slice(0, 4))
const workdays = [1, 2, 3, 4, 5]
const tomorrow = { date: addDays(today, 1), name: 'Inventory' }

async function openEditor(stored: Holiday[] = []) {
  let latest = stored
  function Editor() {
    const [holidays, setHolidays] = useState(stored)
    const [draft, setDraft] = useState(noHoliday)
    const [refusal, refuse] = useState<string>()
    latest = holidays
    return (
      <HolidaysEditor
        holidays={holidays}
        onChange={setHolidays}
        weekdays={workdays}
        draft={draft}
        onDraftChange={setDraft}
        refusal={refusal}
        onRefuse={refuse}
      />
    )
  }
  const opened = await openScreen(<Editor />)
  const add = async (date: string, name: string) => {
    if (date) await opened.user.type(screen.getByLabelText('Date'), date)
    if (name) await opened.user.type(screen.getByLabelText('Holiday Name'), name)
    await opened.user.click(screen.getByRole('button', { name: 'Add Holiday' }))
  }
  return { ...opened, add, holidays: () => latest }
}

test('says that there are no upcoming holidays', async () => {
  await openEditor()
  expect(screen.getByText('No upcoming holidays.')).toBeTruthy()
})

test('collapses past holidays, and shows how many there are', async () => {
  await openEditor([{ date: '2020-12-25', name: 'Christmas Day' }, tomorrow])
  expect(screen.getByText('Past holidays (1)')).toBeTruthy()
  const coming = within(screen.getByRole('list', { name: 'Upcoming holidays' })).getAllByRole('listitem')
  expect(coming.map(({ textContent }) => textContent?.startsWith('Inventory'))).toEqual([true])
})

test('shows the weekday and date of a holiday in any time zone', async () => {
  await openEditor([{ date: '2030-12-25', name: 'Christmas Day' }])
  expect(spaced(screen.getByRole('listitem').textContent)).toBe('Christmas DayWed, Dec 25, 2030')
})

test('adds an entered holiday in date order, and clears the fields', async () => {
  const { add, holidays } = await openEditor([{ date: '2031-01-01', name: 'New Year’s Day' }])
  await add('12/25/2030', 'Christmas Day')
  expect(holidays()).toEqual([
    { date: '2030-12-25', name: 'Christmas Day' },
    { date: '2031-01-01', name: 'New Year’s Day' },
  ])
  expect(screen.getByLabelText('Date')).toHaveProperty('value', '')
})

test('adds an entered holiday on Enter', async () => {
  const { user, holidays } = await openEditor()
  await user.type(screen.getByLabelText('Date'), '12/25/2030')
  await user.type(screen.getByLabelText('Holiday Name'), 'Christmas Day{Enter}')
  expect(holidays()).toHaveLength(1)
})

test.each([
  ['', 'Christmas Day', 'Enter a date as YYYY-MM-DD.'],
  ['someday', 'Christmas Day', 'Enter a date as YYYY-MM-DD.'],
  ['12/25/2030', '', 'Name is required'],
])('refuses the date %j with the name %j and the error “%s”', async (date, name, message) => {
  const { add, holidays } = await openEditor()
  await add(date, name)
  expect(screen.getByText(message)).toBeTruthy()
  expect(holidays()).toEqual([])
})

test('refuses a second holiday on the same day, and names the first one', async () => {
  const { add } = await openEditor([{ date: '2030-12-25', name: 'Christmas Day' }])
  await add('12/25/2030', 'Inventory')
  expect(screen.getByText('Christmas Day is already on this day.')).toBeTruthy()
})

test('refuses more holidays than a calendar can have', async () => {
  const many = Array.from({ length: mostHolidays }, (_, index) => ({
    date: addDays(today, index),
    name: `Day ${index}`,
  }))
  const { add } = await openEditor(many)
  await add('12/25/2040', 'Christmas Day')
  expect(screen.getByText(`A calendar can have at most ${mostHolidays} holidays.`)).toBeTruthy()
})

test('removes a holiday', async () => {
  const { user, holidays } = await openEditor([tomorrow, { date: '2030-12-25', name: 'Christmas Day' }])
  await user.click(screen.getByRole('button', { name: 'Remove Inventory' }))
  expect(holidays().map(({ name }) => name)).toEqual(['Christmas Day'])
})

test('offers the federal holidays of three years', async () => {
  await openEditor()
  expect(optionsOf('Year')).toEqual([year, year + 1, year + 2].map(String))
})

test('adds each federal holiday of a year once', async () => {
  const { user, holidays } = await openEditor()
  const addAll = () => user.click(screen.getByRole('button', { name: 'Add US Federal Holidays' }))
  await user.selectOptions(screen.getByLabelText('Year'), String(year + 1))
  await addAll()
  expect(screen.getByText('11 holidays added.')).toBeTruthy()
  expect(holidays()).toHaveLength(11)
  await addAll()
  expect(screen.getByText('These holidays were already added.')).toBeTruthy()
  expect(holidays()).toHaveLength(11)
})

test('adds federal holidays only on days without a holiday', async () => {
  const [, ...taken] = federalHolidays(year, workdays)
  const { user, holidays } = await openEditor(taken.map(({ date }) => ({ date, name: 'Closed' })))
  await user.click(screen.getByRole('button', { name: 'Add US Federal Holidays' }))
  expect(screen.getByText('1 holiday added.')).toBeTruthy()
  expect(holidays()).toHaveLength(11)
})
