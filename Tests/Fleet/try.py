import asyncio, sys, pathlib, tempfile, time, collections, glob
from rig import *
async def main():
    folder=pathlib.Path(tempfile.mkdtemp(prefix="fleet-")); programs=pathlib.Path(sys.argv[1]); n=int(sys.argv[2]); secs=int(sys.argv[3]); nserv=int(sys.argv[4])
    print(folder)
    files=sorted(glob.glob("/work/shared/data/routes/*/car*/answer.valhalla.json")+glob.glob("/tmp/words-routes/porto/valhalla-car-*.json"))[:12]
    ref=Bus(folder,programs,"reference"); 
    wait_until(lambda: (folder/"reference/run/requests").exists(),20,"bus")
    t=time.time(); routes=routes_of(folder,programs,ref,files); print(len(routes),"routes",time.time()-t)
    vehicles=[Vehicle(f"vehicle-{i:04d}",routes[i%len(routes)],secs,i) for i in range(n)]
    t=time.time(); want=reference(ref,vehicles); print("reference",sum(len(o.events) for o in want.values()),"events",time.time()-t); ref.end()
    vehicles=[Vehicle(f"vehicle-{i:04d}",routes[i%len(routes)],secs,i) for i in range(n)]
    cl=Cluster(folder,nserv); rep=3 if nserv>=3 else 1
    gw=Bus(folder,programs,"gateway","gateway",cl.urls,rep)
    ws=[Bus(folder,programs,f"worker-{i}","worker",cl.urls,rep) for i in range(2)]
    nc=await nats.connect(cl.urls,max_reconnect_attempts=-1,reconnect_time_wait=0.2); nv=await nats.connect(cl.urls,max_reconnect_attempts=-1,reconnect_time_wait=0.2); obs=Observer(nc); await obs.start(); got=obs.sessions
    counts=collections.Counter(); t0=time.monotonic()
    tasks=[asyncio.create_task(drive(v,nv,1.0,counts,t0+5+i/len(vehicles))) for i,v in enumerate(vehicles)]
    plan={}
    half=5+secs/2
    if "kill" in sys.argv: plan["kill worker"]=(half,ws[0].kill)
    if "server" in sys.argv: plan["kill server"]=(half,lambda:cl.servers[0].kill_group()); plan["restart server"]=(half+10,lambda:cl.servers[0].start())
    if "gateway" in sys.argv: plan["kill gateway"]=(half,gw.kill); plan["restart gw"]=(half+4,lambda:gw.run.start())
    if "stop" in sys.argv: plan["stop"]=(half,lambda:ws[0].signal(signal.SIGSTOP)); plan["cont"]=(half+30,lambda:ws[0].signal(signal.SIGCONT))
    if "drain" in sys.argv: plan["drain"]=(half,lambda:ws[0].run.signal(signal.SIGTERM)); plan["restart"]=(half+15,lambda:ws[0].run.start())
    while not all(x.done() for x in tasks):
        await asyncio.sleep(2)
        print(round(time.monotonic()-t0),dict(counts),sum(len(o.events) for o in got.values()),sum(o.repeated for o in got.values()),flush=True)
        e=time.monotonic()-t0
        for k,(at,what) in list(plan.items()):
            if e>at: del plan[k]; print("do",k); what()
        if time.monotonic()-t0>secs*3+60: print("TIMEOUT"); break
    await obs.settle(want)
    print(dict(compare(want,got)),"longest",max(o.longest for o in got.values()))
    for x in [gw]+ws: x.end()
    cl.end()
asyncio.run(main())
