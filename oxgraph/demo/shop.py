"""The shop of the demo: customers, products, orders and tickets.

Its data has errors, as real data has: tickets name customers by numbers of an old system, new customers are registered
already, many totals of orders are stored as text. The shares below set how often; the seed sets which tickets.
"""

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from oxgraph.cypher import statement
from oxgraph.graph import Graph

FIRST = ("Ada", "Ben", "Cleo", "Dina", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana", "Kai", "Lea", "Mio", "Nora")
LAST = ("Abel", "Berg", "Cruz", "Dorn", "Egli", "Frei", "Graf", "Huber", "Ivic", "Jost", "Kern", "Lang", "Moser")
STREETS = ("Mill Lane", "Harbour Road", "Church Street", "Station Road", "Orchard Way", "Bridge Street")
WARES = ("Kettle", "Lamp", "Chair", "Teapot", "Rug", "Clock", "Mirror", "Shelf", "Stool", "Vase", "Basket", "Blanket")

OLD_NUMBERS = 0.9
"""Share of address tickets with an unknown customer number."""
MISSPELT = 0.08
"""Share of address tickets with a misspelt e-mail address."""
KNOWN_ALREADY = 0.8
"""Share of registrations of people who are customers already."""
TEXT_TOTALS = 0.85
"""Share of order totals stored as text."""
UNREADABLE = 0.08
"""Share of those texts that are no number."""
SCARCE = 0.3
"""Share of product tickets that ask for more than is in stock."""
TOO_MUCH = (2, 20)
"""Range of the factor by which they exceed the stock."""
PLENTY = 1_000_000

Row = dict[str, Any]


@dataclass
class World:
    """The nodes and tickets of one round."""

    customers: list[Row] = field(default_factory=list)
    products: list[Row] = field(default_factory=list)
    orders: list[Row] = field(default_factory=list)
    tickets: list[Row] = field(default_factory=list)

    def write(self, graph: Graph, workspace_id: str, now: datetime) -> None:
        """Writes them to the graph."""
        for kind in ("customers", "products", "orders", "tickets"):
            file = statement(f"demo/seed_{kind}")
            graph.write(file, workspace_id=workspace_id, rows=getattr(self, kind), now=now)


class Builder:
    """Generates the shop of one round; rounds with different names share no node."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.random = random.Random(f"{seed}/{name}")
        self.world = World()

    def build(self, tasks: int) -> World:
        """Returns a shop with this number of tickets of mixed kinds."""
        self.world.customers = [self._customer(number) for number in range(tasks)]
        self.world.products = [
            {"node_id": f"product:{self.name}-{ware.lower()}", "name": ware, "stock": PLENTY} for ware in WARES
        ]
        kinds = [self._address, self._reservation, self._registration, self._refund, self._reservation]
        for number in range(tasks):
            request = kinds[number % len(kinds)](number)
            ticket = {"node_id": f"ticket:{self.name}-{number:03}", "name": request.pop("title"), "request": request}
            self.world.tickets.append(ticket)
        self.random.shuffle(self.world.tickets)
        return self.world

    def _customer(self, number: int) -> Row:
        first, last = self.random.choice(FIRST), self.random.choice(LAST)
        email = f"{first}.{last}.{self.name}{number}@example.org".lower()
        return {"node_id": f"customer:{email}", "name": f"{first} {last}", "email": email, "address": self._street()}

    def _street(self) -> str:
        return f"{self.random.randint(1, 99)} {self.random.choice(STREETS)}"

    def _hit(self, share: float) -> bool:
        return self.random.random() < share

    def _address(self, number: int) -> Row:
        customer = self.world.customers[number]
        email = customer["email"].replace(".", "", 1) if self._hit(MISSPELT) else customer["email"]
        reference = f"crm-{self.name}-{4000 + number}" if self._hit(OLD_NUMBERS) else customer["node_id"]
        title = f"Change the address of {customer['name']}"
        return {"title": title, "kind": "address", "reference": reference, "email": email, "address": self._street()}

    def _registration(self, number: int) -> Row:
        known = self._hit(KNOWN_ALREADY)
        customer = self.world.customers[number] if known else self._customer(10_000 + number)
        return {
            "title": f"Register {customer['name']} as a customer",
            "kind": "registration",
            "reference": customer["node_id"],
            "email": customer["email"],
            "customer_name": customer["name"],
            "address": self._street(),
        }

    def _refund(self, number: int) -> Row:
        customer = self.world.customers[number]
        order = {"node_id": f"order:{self.name}-{number:03}", "name": f"Order {number:03}", "total": self._total()}
        self.world.orders.append(order | {"customer": customer["node_id"]})
        title = f"Refund half of {order['name']} of {customer['name']}"
        return {"title": title, "kind": "refund", "reference": order["node_id"], "share": 0.5}

    def _total(self) -> float | str:
        total = round(self.random.uniform(5, 200), 2)
        if not self._hit(TEXT_TOTALS):
            return total
        return "see invoice" if self._hit(UNREADABLE) else f"{total:.2f}"

    def _reservation(self, number: int) -> Row:
        product = self.random.choice(self.world.products)
        quantity = self.random.randint(1, 5)
        if self._hit(SCARCE):
            quantity = self.random.randint(*TOO_MUCH) * PLENTY
        title = f"Reserve {product['name']} for {self.world.customers[number]['name']}"
        return {"title": title, "kind": "reservation", "reference": product["node_id"], "quantity": quantity}
