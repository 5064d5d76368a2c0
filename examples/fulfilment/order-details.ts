/** Currencies the shop trades in. */
export const CURRENCIES = ["EUR", "GBP", "USD"] as const;

/**
 * What a customer ordered, as every event about a new order carries it. Amounts are in the smallest unit (cents). A
 * type, not an interface: so TypeScript knows that it is JSON.
 */
export type OrderDetails = {
  readonly customer: string;
  readonly email: string;
  readonly card: { readonly number: string; readonly expiry: string };
  readonly address: Address;
  readonly lines: readonly OrderLine[];
  readonly total: number;
  readonly currency: (typeof CURRENCIES)[number];
};

export type Address = {
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
};

export type OrderLine = {
  readonly sku: string;
  readonly quantity: number;
  readonly price: number;
};

/** An order that cannot be taken. Names the field, and never repeats what might be secret. */
export class InvalidOrderError extends Error {
  override readonly name = "InvalidOrderError";
}

/**
 * The order's details out of an event's data or a machine's context; other fields are left behind.
 *
 * @throws {InvalidOrderError} if one is missing, of the wrong type, or not something the shop deals in
 */
export function readOrder(source: unknown): OrderDetails {
  const { customer, email, card, address, lines, total, currency } = fieldsOf(source, "order");
  const paidWith = fieldsOf(card, "card");
  const sentTo = fieldsOf(address, "address");
  return {
    customer: textOf(customer, "customer"),
    email: textOf(email, "email"),
    card: {
      number: textOf(paidWith.number, "card.number"),
      expiry: textOf(paidWith.expiry, "card.expiry"),
    },
    address: {
      street: textOf(sentTo.street, "address.street"),
      postcode: textOf(sentTo.postcode, "address.postcode"),
      city: textOf(sentTo.city, "address.city"),
      country: textOf(sentTo.country, "address.country"),
    },
    lines: linesOf(lines),
    total: amountOf(total, "total"),
    currency: currencyOf(currency),
  };
}

function linesOf(lines: unknown): readonly OrderLine[] {
  if (!Array.isArray(lines) || lines.length === 0) {
    throw new InvalidOrderError("lines must be a list with at least one line");
  }
  return lines.map((line: unknown, index) => {
    const { sku, quantity, price } = fieldsOf(line, `lines[${index}]`);
    return {
      sku: textOf(sku, `lines[${index}].sku`),
      quantity: amountOf(quantity, `lines[${index}].quantity`),
      price: amountOf(price, `lines[${index}].price`),
    };
  });
}

function fieldsOf(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InvalidOrderError(`${field} must be an object`);
  }
  return { ...value };
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== "string" || value === "") {
    throw new InvalidOrderError(`${field} must be a text that is not empty`);
  }
  return value;
}

function amountOf(value: unknown, field: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1) {
    throw new InvalidOrderError(`${field} must be a whole number of at least 1`);
  }
  return value;
}

function currencyOf(value: unknown): OrderDetails["currency"] {
  const known = CURRENCIES.find((currency) => currency === value);
  if (known === undefined) {
    throw new InvalidOrderError(
      `currency '${String(value)}' is not one of ${CURRENCIES.join(", ")}`,
    );
  }
  return known;
}
