import { describe, expect, test } from 'vitest'
import { cleanForwarded, networkOf } from './networks.ts'

describe('the network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:DB8:0001:0002:ffff::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('of the address %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('a forwarded header', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['"203.0.113.7:80", 10.0.0.2:8080', '203.0.113.7, 10.0.0.2'],
    ['6.6.6.6, junk, 203.0.113.7:1', '203.0.113.7'],
    ['203.0.113.7, unknown', undefined],
    ['<script>', undefined],
    ['', undefined],
  ])('is reduced from %j to %j', (header, cleaned) => {
    const headers = { 'x-forwarded-for': header }
    cleanForwarded(headers)
    expect(headers['x-forwarded-for']).toBe(cleaned)
  })
})
