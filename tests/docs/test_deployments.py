"""The files for Docker and Kubernetes are what their schemas say; neither runs here."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

DOCKER = Path(__file__).parents[2] / "docker"
CONTAINED = ("neo4j", "postgres")
MANIFESTS = sorted((DOCKER / "kubernetes").glob("*.yaml"))


def documents(file: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.name)
def test_manifests_fit_the_schemas_of_kubernetes(file: Path) -> None:
    validate = pytest.importorskip("kubernetes_validate", reason="needs kubernetes-validate")
    for document in documents(file):
        validate.validate(document, "1.34", strict=True)


def test_manifests_name_what_is_there() -> None:
    """Services select pods, volumes are mounted, and secrets have the keys that the guide makes."""
    found = [document for file in MANIFESTS for document in documents(file)]
    pods = {one["metadata"]["name"]: one["spec"]["template"] for one in found if "template" in one["spec"]}
    assert set(pods) == {"neo4j", "postgres", "serve", "worker"}
    guide = (DOCKER / "kubernetes" / "README.md").read_text(encoding="utf-8")
    for name, pod in pods.items():
        assert pod["metadata"]["labels"]["app.kubernetes.io/name"] == name
        volumes = {one["name"] for one in pod["spec"].get("volumes", [])} | {"data"}
        for container in [*pod["spec"].get("initContainers", []), *pod["spec"]["containers"]]:
            assert {mount["name"] for mount in container.get("volumeMounts", [])} <= volumes
            for variable in container.get("env", []):
                if key := variable.get("valueFrom", {}).get("secretKeyRef"):
                    assert f"--from-literal={key['key']}=" in guide
            assert container["securityContext"]["allowPrivilegeEscalation"] is False
    services = {one["metadata"]["name"]: one["spec"] for one in found if one["kind"] == "Service"}
    assert services["oxgraph"]["sessionAffinity"] == "ClientIP"  # a session of MCP is in the memory of one pod
    assert {one["selector"]["app.kubernetes.io/name"] for one in services.values()} <= set(pods)


def test_compose_and_kubernetes_start_the_same_neo4j() -> None:
    (compose,) = documents(DOCKER / "compose.yaml")
    given = compose["services"]["neo4j"]["environment"]
    (stateful,) = (one for one in documents(DOCKER / "kubernetes" / "neo4j.yaml") if one["kind"] == "StatefulSet")
    (container,) = stateful["spec"]["template"]["spec"]["containers"]
    assert container["image"] == compose["services"]["neo4j"]["image"]
    ours = {one["name"]: one.get("value") for one in container["env"]}
    same = {name: value for name, value in given.items() if "advertised" not in name and "AUTH" not in name}
    assert {name: ours[name] for name in same if "heap" not in name} == {
        name: value for name, value in same.items() if "heap" not in name
    }


def test_compose_gives_neo4j_the_settings_that_the_docs_ask_for() -> None:
    """All but what the image sets itself, and the module of Java, which may not be in it."""
    text = (DOCKER.parent / "docs" / "operating.md").read_text(encoding="utf-8")
    asked = dict(re.findall(r"`([a-z._]+)=([^`]+)`", text.partition("| setting | why |")[2].partition("\n\n")[0]))
    assert asked["internal.dbms.index.vector.standard_merge_factor"] == "2"
    (compose,) = documents(DOCKER / "compose.yaml")
    given = compose["services"]["neo4j"]["environment"]
    for setting in set(asked) - {"server.directories.import", "server.jvm.additional"}:
        assert given[f"NEO4J_{setting.replace('_', '__').replace('.', '_')}"] == asked[setting]


def test_a_password_of_postgres_may_have_any_characters() -> None:
    """So it stands in no address, where @ and / end its parts."""
    (compose,) = documents(DOCKER / "compose.yaml")
    given = [service["environment"] for name, service in compose["services"].items() if name not in CONTAINED]
    for environment in given:
        assert "PASSWORD" not in environment["OXGRAPH_MIRROR_DSN"]
        assert environment["PGPASSWORD"].startswith("${OXGRAPH_POSTGRES_PASSWORD:?")
    assert len(given) == 3
    guide = (DOCKER / "kubernetes" / "README.md").read_text(encoding="utf-8")
    assert 'mirror-dsn="postgresql://oxgraph@postgres:5432/oxgraph"' in guide
    for text in (
        (DOCKER / "kubernetes" / "oxgraph.yaml").read_text(encoding="utf-8").split("name: OXGRAPH_MIRROR_DSN")[1:]
    ):
        assert "name: PGPASSWORD" in text


def test_the_image_takes_the_newest_wheel(tmp_path: Path) -> None:
    """An upgrade leaves the wheel of the former version in dist."""
    for version in ("0.1.0", "0.10.0", "0.9.2"):
        (tmp_path / f"oxgraph-{version}-py3-none-any.whl").touch()
    found = re.search(r'wheel="\$\((.+)\)"', (DOCKER / "Dockerfile").read_text(encoding="utf-8"))
    assert found is not None
    command = found[1].replace("/tmp", str(tmp_path))
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == [str(tmp_path / "oxgraph-0.10.0-py3-none-any.whl")]


def test_compose_fits_its_schema() -> None:
    """Every service has an image, and depends only on services that are there; ports are on the loopback address."""
    (compose,) = documents(DOCKER / "compose.yaml")
    services = compose["services"]
    assert set(services) == {"neo4j", "postgres", "migrate", "serve", "worker"}
    for service in services.values():
        assert service["image"]
        assert set(service.get("depends_on", {})) <= set(services)
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))
    mounted = {
        one.split(":")[0] for service in services.values() for one in service.get("volumes", []) if isinstance(one, str)
    }
    assert mounted == set(compose["volumes"])
