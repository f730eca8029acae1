import type { Page } from 'playwright-core';

const MAX_STOPS = 300;

/** A user without a mouse: reaches controls with Tab and arrow keys, as they are in the page. */
export class Keyboard {
  private constructor(readonly page: Page) {}

  /** From now on a pointer that touches the page is reported as a problem. */
  static async on(page: Page): Promise<Keyboard> {
    await page.addInitScript(() => {
      const report = (window as unknown as { reportProblem: (text: string) => void }).reportProblem;
      for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
        addEventListener(type, (event) => event.isTrusted && report(`a mouse was used: ${type}`), {
          capture: true,
          passive: true,
        });
    });
    return new Keyboard(page);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses a key until the control with this role and name has the focus. */
  async to(role: string, name: string | RegExp, key = 'Tab'): Promise<void> {
    const control = this.page.getByRole(role as 'button', { name }).first();
    await control.waitFor();
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await control.evaluate((one) => one === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`${MAX_STOPS} times ${key} do not lead to the ${role} ${name}`);
  }

  /** Goes to a control and presses it. */
  async activate(role: string, name: string | RegExp, key = 'Tab'): Promise<void> {
    await this.to(role, name, key);
    await this.press('Enter');
  }

  /** Goes to a field and replaces its text. */
  async fill(name: string | RegExp, text: string, role = 'textbox'): Promise<void> {
    await this.to(role, name);
    await this.press('Control+a');
    await this.type(text);
  }

  /** Goes to a list and chooses the option that begins with a text. */
  async choose(name: string | RegExp, option: string): Promise<void> {
    await this.to('combobox', name);
    await this.type(option);
  }

  /** Goes to a checkbox and switches it. */
  async toggle(name: string | RegExp, role = 'checkbox'): Promise<void> {
    await this.to(role, name);
    await this.press('Space');
  }
}
