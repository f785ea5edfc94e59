import { DefaultNamingStrategy } from './typeorm.js';

/** The column of a property: `balanceCents` is `balance_cents`, which plain SQL need not quote on any database. */
export const columnName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** TypeORM's names, with columns in snake_case. */
export class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined): string {
    return customName ?? columnName(property);
  }
}
