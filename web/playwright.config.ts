import { defineConfig } from '@playwright/test';

/** Tests in a real browser against the real server. Each test has its own server with an empty folder. */
export default defineConfig({
  testDir: 'tests',
  outputDir: 'tests/output/traces',
  fullyParallel: true,
  // A test waits more than it computes: three keep two cores busy.
  workers: 3,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'tests/output/report.json' }]],
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A trace records the page at every action, which takes as long as the tests: `TRACE=1` to see why one fails.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
