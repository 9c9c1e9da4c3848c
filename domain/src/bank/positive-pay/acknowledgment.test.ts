import { expect, test } from 'vitest'
import { readAcknowledgment } from './acknowledgment.ts'

const sent = 'positive-pay-4655-3-12.txt'
const read = (text: string, name = `${sent}.ack`) => readAcknowledgment({ name, text }, sent)

test.each([
  ['File positive-pay-4655-3-12.txt ACCEPTED\r\nRecords: 12\r\nRejected: 0\r\n', 'accepted'],
  ['STATUS,SUCCESS\nTOTAL RECORDS,12\nERROR COUNT,000\n', 'accepted'],
  ['Your file was processed without errors.', 'accepted'],
  ['12 items loaded, 0 items rejected, rejected amount $0.00', 'accepted'],
  ['<Document><GrpHdr/><OrgnlGrpInfAndSts><GrpSts>ACCP</GrpSts></OrgnlGrpInfAndSts></Document>', 'accepted'],
  ['AK1*CR*1~\nAK9*A*1*1*1~', 'accepted'],
  ['AK1*CR*1~\nAK9*R*1*1*0~', 'refused'],
  ['<Document><OrgnlGrpInfAndSts><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts></Document>', 'refused'],
  ['File status: REJECTED\nInvalid account number in record 3', 'refused'],
  ['Processed with errors: 2', 'refused'],
  ['Accepted: 10\nRejected: 2', 'refused'],
  ['Rejected amount: $0.50', 'refused'],
  ['10 rejected', 'refused'],
  ['FILE NOT PROCESSED', 'refused'],
  ['Duplicate file', 'refused'],
  ['File received 11/26/2026 04:01 PM', 'unclear'],
  ['', 'unclear'],
  ['RECORDS READ......: 12\nREJECTS...........: 0\nSTATUS: COMPLETE', 'accepted'],
  ['12 of 12 records posted; 0 of 12 records rejected', 'accepted'],
  ['Loaded. Missing items: 0. Unmatched: none.', 'accepted'],
  ['Your file was partially accepted', 'refused'],
  ['File processed. Control totals are unmatched', 'refused'],
  ['3 of 12 items missing, file loaded', 'refused'],
  ['File received and will be processed tonight', 'unclear'],
  ['Your file is being processed', 'unclear'],
  ['You will hear from us once the file has been posted', 'unclear'],
])('reads the answer %j as %s', (text, says) => {
  expect(read(text)?.says).toBe(says)
})

test('gives the lines about the problem as the reason, without account numbers', () => {
  expect(read('File status: REJECTED\nTotals follow\nInvalid account 83920174655 in record 3')).toEqual({
    says: 'refused',
    text: 'File status: REJECTED / Invalid account …4655 in record 3',
  })
})

test.each([
  ['positive-pay-4655-3-1.txt.ack', 'ACCEPTED'],
  ['positive-pay-4655-3-120.txt.ack', 'ACCEPTED'],
  ['x-positive-pay-4655-3-12.ack', 'ACCEPTED'],
  ['REPORT.TXT', 'positive-pay-4655-3-13.txt accepted'],
])('leaves alone the answer %s, which is about another file', (name, text) => {
  expect(read(text, name)).toBeUndefined()
})

test('reads the line of the file in an answer to several', () => {
  const text = 'positive-pay-4655-3-11.txt REJECTED bad total\nPOSITIVE-PAY-4655-3-12.TXT ACCEPTED 12 rows\n'
  expect(read(text, 'daily-report.csv')?.says).toBe('accepted')
})
